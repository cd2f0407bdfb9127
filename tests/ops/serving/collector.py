"""A collector of traces as a process of its own: `python collector.py FOLDER`. It knows nothing of
Greffe.

It takes OTLP over HTTP as OpenTelemetry's protocol says it (protobuf, gzip or not) on a free port
of 127.0.0.1, writes that port to FOLDER/port, and each span that it took as a line of JSON to
FOLDER/spans.
"""

import gzip
import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import (
    ExportTraceServiceRequest,
    ExportTraceServiceResponse,
)

FOLDER = Path(sys.argv[1])
LOCK = threading.Lock()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.headers.get("Content-Encoding") == "gzip":
            body = gzip.decompress(body)
        good = (
            self.path == "/v1/traces" and self.headers["Content-Type"] == "application/x-protobuf"
        )
        if good:
            self.take(ExportTraceServiceRequest.FromString(body))
        answer = ExportTraceServiceResponse().SerializeToString() if good else b""
        self.send_response(200 if good else 400)
        self.send_header("Content-Type", "application/x-protobuf")
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def take(self, export_trace_service_request: ExportTraceServiceRequest) -> None:
        with LOCK, (FOLDER / "spans").open("a") as file:
            for resource in export_trace_service_request.resource_spans:
                of = {
                    attribute.key: attribute.value.string_value
                    for attribute in resource.resource.attributes
                }
                for scope in resource.scope_spans:
                    for span in scope.spans:
                        line = {
                            "service": of["service.name"],
                            "trace": span.trace_id.hex(),
                            "span": span.span_id.hex(),
                            "parent": span.parent_span_id.hex(),
                            "name": span.name,
                            "kind": span.kind,
                            "seconds": (span.end_time_unix_nano - span.start_time_unix_nano) / 1e9,
                            "attributes": {
                                attribute.key: str(attribute.value).strip()
                                for attribute in span.attributes
                            },
                            "more": [str(event) for event in span.events]
                            + [str(link) for link in span.links],
                        }
                        file.write(json.dumps(line) + "\n")

    def log_message(self, *_: object) -> None:
        """Nothing."""


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
(FOLDER / "port.new").write_text(str(server.server_port))
(FOLDER / "port.new").rename(FOLDER / "port")
server.serve_forever()
