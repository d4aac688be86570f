"""The API reference: what the docstrings and stubs of the package say.

    python -m sphinx -W --keep-going python/docs OUTPUT

A role or an annotation that refers to nothing is an error.
"""

import atexit
import shutil
import tempfile
from pathlib import Path

# Classes of the native part have __new__, and the reference shows the arguments of __init__.
COPY = tempfile.mkdtemp()
atexit.register(shutil.rmtree, COPY, ignore_errors=True)
PACKAGE = Path(COPY, "ludarium")
shutil.copytree(Path(__file__).parents[1] / "ludarium", PACKAGE)
stub = PACKAGE / "_ludarium.pyi"
text = stub.read_text(encoding="utf-8")
stub.write_text(text.replace("def __new__(", "def __init__("), encoding="utf-8")

project = "ludarium"
extensions = ["autoapi.extension"]
html_theme = "alabaster"
html_theme_options = {"description": "Python API", "page_width": "70rem"}
html_show_copyright = False

autoapi_dirs = [str(PACKAGE)]
autoapi_file_patterns = ["*.pyi", "*.py"]
autoapi_options = ["members", "undoc-members", "imported-members", "show-inheritance"]
autoapi_member_order = "bysource"
autoapi_root = "api"
autoapi_add_toctree_entry = False
autoapi_keep_files = False

nitpicky = True
# Classes of other packages, which have references of their own.
OTHERS = r"(collections\.abc|gymnasium|numpy|os|pettingzoo|pyspiel|typing)\..*"
nitpick_ignore_regex = [("py:.*", OTHERS)]

# Modules in which nothing is public but what other modules export.
PRIVATE = ("_ludarium.", "ludarium._")
EXPORTING = ("ludarium", "ludarium.gymnasium", "ludarium.errors", "ludarium.types")


def exported(app, env, node, content):
    """Lead from the module that defines a name to the one that exports it."""
    target = node.get("reftarget", "")
    if not target.startswith(PRIVATE):
        return None
    name = target.rpartition(".")[2]
    python = env.get_domain("py")
    for module in EXPORTING:
        if f"{module}.{name}" in python.objects:
            node["reftarget"] = f"{module}.{name}"
            return python.resolve_xref(
                env, node["refdoc"], app.builder, node["reftype"], node["reftarget"], node, content
            )
    return None


def setup(app):
    app.connect("missing-reference", exported)
