"""The files of things for tables: kitchen_objects and misc_objects."""

from typing import Optional

from kit import facts, shapes
from kit import materials as m
from kit.register import makes
from kit.scene import Mesh, Node

from props import _kitchenware as ware


def _kitchen() -> dict[str, Mesh]:
    """Looks by object name."""
    return {
        "Bowl": ware.bowl(),
        "Bread": ware.loaf(),
        "ButterDish": ware.butter_dish(),
        "Cooker": ware.hot_plate(),
        "Cornflakes": ware.carton(m.YELLOW, m.RED),
        "Cup_Blue": ware.cup(m.BLUE),
        "Cup_Gray": ware.cup(m.GREY),
        "Cup_Ocher": ware.cup(m.PINE),
        "Fork": ware.fork(),
        "Jam": ware.jar(m.RED, m.DARK),
        "Knife": ware.knife(),
        "Milk": ware.carton(m.WHITE, m.SKY, True),
        "Napkin": Mesh().add(m.FABRIC_RED, shapes.rounded_box(1.0, 1.0, 0.4, 0.1, 1)),
        "Nutella": ware.jar(m.WALNUT, m.WHITE),
        "PancakeMix": ware.bottle(m.CREAM),
        "Placemat": Mesh()
        .add(m.FABRIC_BLUE, shapes.rounded_box(1.0, 1.4, 0.03, 0.01, 1))
        .add(m.CREAM, shapes.box(0.9, 1.3, 0.032)),
        "Plate": ware.plate(0.06),
        "SoupPlate": ware.plate(0.12),
        "Spatula": ware.spatula(),
        "Spoon": ware.spoon(),
    }


@makes("props/kitchen_objects")
def kitchen_objects() -> list[Node]:
    """Nineteen rigid things for a table, and a static cooking plate."""
    looks = _kitchen()
    return facts.tree(
        "kitchen_objects", lambda row: looks[row["name"]].fit(*row["box"]) if row["name"] in looks else None
    )


@makes("props/misc_objects")
def misc_objects() -> list[Node]:
    """Nine books and a bottle."""
    covers = {"Blue": m.FABRIC_BLUE, "Brown": m.LEATHER, "Wine": m.CARPET}

    def dress(row: facts.Row) -> Optional[Mesh]:
        if row["name"] == "Bottle":
            return ware.bottle(m.GREEN).fit(*row["box"])
        x, y, z = facts.size(row)
        mesh = ware.book(covers[row["name"].split("_")[1]])
        thin = min(range(3), key=lambda k: (x, y, z)[k])
        if thin == 2:
            mesh.parts = [(s.turn(y=90.0), material) for s, material in mesh.parts]
        elif thin == 1:
            mesh.parts = [(s.turn(z=90.0), material) for s, material in mesh.parts]
        return mesh.fit(*row["box"])

    return facts.tree("misc_objects", dress)
