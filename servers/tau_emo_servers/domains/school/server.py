"""The school domain for `fastmcp run` and `fastmcp inspect`: one episode on a scratch copy."""

from tau_emo_servers.domain import served_domain
from tau_emo_servers.standalone import standalone_server

server = standalone_server(served_domain("school"))
