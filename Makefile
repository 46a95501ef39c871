# What people type.  Each target prepares what it needs and does it again only when something changed.
#
#   make serve    play in the browser: the address is printed      (ARGS="--port 9000" and the like)
#   make test     what must hold before a change is taken: static checks, and all tests but the longest
#                 (PART=product, web, browser or lab: the tests of that part alone)
#   make test-all the same with the longest: games in the browser to their end, at every size, in every language; compiling anew;
#                 a second check of types; the tests on another Python, where there is one
#   make check    the static checks alone
#   make bench    measure the figures of docs/benchmarks.md                (ARGS="nodes": only that one, only printed)
#   make fresh    clone into an empty folder with an empty home, and do there what the README says
#   make kernels  make the compiled loops of the games whose rules have changed, for every machine; some minutes
#   make docs     the documentation as a site that is read without a network: build/site/index.html
#   make kits     every game in every language to print, in build/kits     (ARGS="--paper Letter")
#   make pocket   the page that plays without a server, in dist/pocket: plain files for any web host
#   make wheel    the package, with the built browser board inside, in dist/

.PHONY: serve test test-all check prepare bench kernels docs fresh kits pocket wheel

serve:
	scripts/venv build
	.venv/bin/python scripts/client.py
	.venv/bin/python scripts/catalogues.py compile
	.venv/bin/ibau serve $(ARGS)

test: $(if $(PART),prepare,check)
	scripts/chromium
	scripts/postgresql
	.venv/bin/python scripts/client.py
	scripts/test $(PART) -m "not slow"

test-all: check
	scripts/chromium
	scripts/firefox
	scripts/postgresql
	.venv/bin/python scripts/client.py
	PYRIGHT_PYTHON_IGNORE_WARNINGS=1 .venv/bin/pyright
	scripts/test
	scripts/pythons

check: prepare
	scripts/check

prepare:
	scripts/venv dev
	.venv/bin/python scripts/client.py packages
	.venv/bin/python scripts/catalogues.py compile

bench:
	scripts/venv dev
	.venv/bin/python scripts/catalogues.py compile
	scripts/bench $(ARGS)

kernels:
	scripts/venv dev
	scripts/venv kernels
	.venv/bin/python scripts/kernels.py

docs:
	scripts/venv dev
	.venv/bin/python scripts/client.py
	.venv/bin/python scripts/catalogues.py compile
	.venv/bin/python scripts/site.py

fresh:
	scripts/fresh

kits:
	scripts/venv dev
	.venv/bin/python scripts/client.py
	.venv/bin/python scripts/catalogues.py compile
	.venv/bin/python scripts/kits.py $(ARGS)

pocket:
	scripts/venv dev
	.venv/bin/python scripts/client.py
	.venv/bin/python scripts/catalogues.py compile
	.venv/bin/python scripts/pocket.py $(ARGS)

wheel:
	scripts/venv dev
	.venv/bin/python -m build
