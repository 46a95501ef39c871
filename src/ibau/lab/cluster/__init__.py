"""Work done by a Dask cluster, its pieces sent in tasks of seconds.

with cluster_at("tcp://127.0.0.1:8786") as found, found.pool(open_tool, death) as pool:
    results = list(pool.map(do, pieces))
"""

from ibau.core.errors import ClusterError
from ibau.lab.cluster.connection import Cluster, cluster_at
from ibau.lab.cluster.pool import TASK_SECONDS, TASKS_AHEAD, TaskPool

__all__ = ["TASKS_AHEAD", "TASK_SECONDS", "Cluster", "ClusterError", "TaskPool", "cluster_at"]
