"""What pyproject.toml cannot say: the folders of the project are installed inside one package, `stadium`.

Their own names (config, cards, checks …) are too common to stand beside the packages of others.
"""

import sys
from pathlib import Path

from setuptools import setup

sys.path.insert(0, str(Path(__file__).resolve().parent / "packaging"))
import contents

folders = contents.data_by_folder()
inside = {f"stadium.{folder.replace('/', '.')}": folder for folder in {*contents.packages(), *folders}}

setup(
    packages=["stadium", *sorted(inside)],
    package_dir={"stadium": "packaging/stadium", **inside},
    package_data={f"stadium.{folder.replace('/', '.')}": files for folder, files in folders.items()},
    include_package_data=False,
)
