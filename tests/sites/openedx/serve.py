"""Serve Open edX's SCORM block in the XBlock workbench: serve.py FOLDER PORT NAME...

Each name is a separate block: a student sees it at /scenario/NAME/, and a package is uploaded to
/handler/NAME.scorm.d0.u0/studio_submit/. The file grades.txt has a line for each grade that
the gradebook receives. This runs in the environment of requirements-edx.txt.
"""

import json
import os
import sys
from pathlib import Path
from typing import Any


def main(place: str, port: str, *names: str) -> None:
    """Serve until the process is ended."""
    folder = Path(place).resolve()
    os.environ["EXCLUDE_SAMPLE_XBLOCKS"] = "yes"
    database = {"ENGINE": "django.db.backends.sqlite3", "NAME": str(folder / "lms.sqlite3")}
    os.environ["WORKBENCH_DATABASES"] = json.dumps({"default": database})
    os.environ["DJANGO_SETTINGS_MODULE"] = "workbench.settings"
    settle(folder)
    from django.core.management import call_command
    from workbench import scenarios

    change_block(folder / "grades.txt")
    call_command("migrate", verbosity=0, run_syncdb=True)
    scenarios.get_scenarios.initialized = True
    for name in names:
        scenarios.add_xml_scenario(name, name, "<scorm/>")
    call_command("runserver", f"127.0.0.1:{port}", use_reloader=False, verbosity=0)


def settle(folder: Path) -> None:
    """Configure the workbench: its files are in this folder, and packages are shown in frames."""
    import django
    from workbench import settings

    settings.MEDIA_ROOT, settings.MEDIA_URL = str(folder / "media"), "/media/"
    settings.DEFAULT_AUTO_FIELD = "django.db.models.AutoField"
    settings.INSTALLED_APPS = [app for app in settings.INSTALLED_APPS if app != "djpyfs"]
    gone = ("Csrf", "XFrame")
    settings.MIDDLEWARE = [m for m in settings.MIDDLEWARE if not any(name in m for name in gone)]
    settings.LOGGING = {"version": 1, "disable_existing_loggers": True}
    django.setup()


def change_block(grades: Path) -> None:
    """Give the block what a complete Open edX provides: folders for packages, and a gradebook."""
    from openedxscorm.scormxblock import ScormXBlock

    def publish(block: Any) -> None:
        with grades.open("a") as book:
            book.write(f"{block.scope_ids.usage_id} {block.get_grade()}\n")

    def index(block: Any) -> str:
        if not block.package_meta:
            return ""
        return str(block.storage.url(f"{block.extract_folder_path}/{block.index_page_path}"))

    place = property(lambda block: f"scorm/{block.scope_ids.usage_id}")
    ScormXBlock.extract_folder_base_path = place
    ScormXBlock.index_page_url = property(index)
    ScormXBlock.publish_grade = publish


if __name__ == "__main__":
    main(*sys.argv[1:])
