"""Campaigns from Python: many runs of scenes, made by the command ``morse campaign``.

    from morse import campaign

    results = campaign.run({"scenes": ["rover.py"], "duration_s": 20.0, "seeds": 100}, output="rover.campaign")
    for row in results.rows():
        print(row["seed"], row["outcome"], row["digest"])
"""

from morse.campaign.campaign import CampaignError, Results, run

__all__ = ["CampaignError", "Results", "run"]
