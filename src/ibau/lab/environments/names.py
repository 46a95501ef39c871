"""The names of environments: the preset "senet-race" is senet_race_v0 in PettingZoo, ibau/SenetRace-v0 in Gymnasium."""

VERSION = 0  # increased when an environment changes its behaviour


def module_name(preset: str) -> str:
    """The name of a preset's PettingZoo module."""
    return f"{preset.replace('-', '_')}_v{VERSION}"


def gymnasium_id(preset: str) -> str:
    """The id of a preset's Gymnasium environment."""
    return f"ibau/{''.join(word.capitalize() for word in preset.split('-'))}-v{VERSION}"


def open_spiel_name(preset: str) -> str:
    """The name of a preset's OpenSpiel game."""
    return f"ibau_{preset.replace('-', '_')}"
