"""What environments are called: "senet-race" is senet_race_v0 in PettingZoo, ibau/SenetRace-v0 in Gymnasium."""

VERSION = 0  # rises when an environment begins to behave differently


def module_name(preset: str) -> str:
    """As PettingZoo names its modules."""
    return f"{preset.replace('-', '_')}_v{VERSION}"


def gymnasium_id(preset: str) -> str:
    """As Gymnasium names its environments."""
    return f"ibau/{''.join(word.capitalize() for word in preset.split('-'))}-v{VERSION}"


def open_spiel_name(preset: str) -> str:
    """As OpenSpiel names its games."""
    return f"ibau_{preset.replace('-', '_')}"
