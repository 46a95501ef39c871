"""The settings of the site that scripts/site.py builds."""

import ibau

project = "Ibau"
author = "Ibau contributors"
copyright = author  # noqa: A001 - Sphinx's name
release = version = ibau.__version__

extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx_copybutton"]
myst_enable_extensions = ["attrs_inline", "colon_fence"]
myst_heading_anchors = 4
nb_execution_mode = "off"  # notebooks are shown as they were run; a test runs them
suppress_warnings = ["misc.highlighting_failure"]  # JSON with names of types in it
exclude_patterns = ["docs/pictures/README.md"]

smartquotes = False  # code in docstrings is copied as it is
default_role = "code"  # in docstrings, a word between backticks is code
autodoc_typehints = "signature"
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True}
python_use_unqualified_type_names = True
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

html_theme = "furo"
html_title = "Ibau"
html_favicon = "static/favicon.svg"  # the client's
html_static_path = ["static"]
html_css_files = ["live.css"]
html_js_files = ["live.js"]
html_theme_options = {  # the colours of the game's pages
    "light_css_variables": {
        "color-brand-primary": "#17666a",
        "color-brand-content": "#17666a",
        "color-brand-visited": "#17666a",
        "color-background-primary": "#faf8f3",
        "color-background-secondary": "#f1ede4",
        "color-foreground-primary": "#26211b",
        "mystnb-source-border-color": "#f1ede4",
        "mystnb-source-margin-color": "#17666a",
        "font-stack": '"Source Sans 3", system-ui, sans-serif',
    },
    "dark_css_variables": {
        "color-brand-primary": "#86cbc2",
        "color-brand-content": "#86cbc2",
        "color-brand-visited": "#86cbc2",
        "color-background-primary": "#141210",
        "color-background-secondary": "#211e1a",
        "color-foreground-primary": "#efe9de",
        "mystnb-source-border-color": "#211e1a",
        "mystnb-source-margin-color": "#86cbc2",
    },
}
html_show_sphinx = False
html_copy_source = False
html_show_search_summary = False  # it would be fetched, which a browser refuses for files
pygments_style = "friendly"
pygments_dark_style = "monokai"
