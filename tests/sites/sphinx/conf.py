"""A course in Sphinx, with the Furo theme; the files of dist/ are in _static/knights-tour/."""

project = "Graphs and search"
html_theme = "furo"
html_static_path = ["_static"]
html_js_files = ["knights-tour/embed.js"]
