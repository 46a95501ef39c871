"""The settings of the site that scripts/site.py builds."""

import ibau

project = "Ibau"
author = "Ibau contributors"
copyright = author  # noqa: A001 - Sphinx's name
release = version = ibau.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_copybutton"]
myst_enable_extensions = ["attrs_inline", "colon_fence"]
myst_heading_anchors = 4
suppress_warnings = ["misc.highlighting_failure"]  # JSON with names of types in it
exclude_patterns = ["docs/pictures/README.md"]

default_role = "code"  # in docstrings, a word between backticks is code
autodoc_typehints = "signature"
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True}
python_use_unqualified_type_names = True
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

html_theme = "furo"
html_title = "Ibau"
html_static_path = ["style.css"]
html_css_files = ["style.css"]
html_show_sphinx = False
html_copy_source = False
html_show_search_summary = False  # it would be fetched, which a browser refuses for files
pygments_style = "friendly"
pygments_dark_style = "monokai"
