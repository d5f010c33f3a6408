# OpenStack Swift with its S3 interface, all four of its servers in one process, for tests. Arguments: a folder for its
# data, which is removed at the end. It prints its port once it serves, and ends when its standard input does, so it
# never outlives its starter.
import array
import logging
import os
import shutil
import sys

import eventlet

eventlet.patcher.monkey_patch()

from eventlet import wsgi  # noqa: E402
from swift.common import utils  # noqa: E402

FOLDER = sys.argv[1]
DEVICE = "d1"
# Large enough to spread, small enough that building it costs nothing.
PART_POWER = 4
# Small, so that a few objects make several pages.
PAGE = 5

STORAGE = """
[DEFAULT]
swift_dir = {folder}
devices = {folder}
mount_check = false
fallocate_reserve = 0
disable_fallocate = true
log_level = ERROR
[pipeline:main]
pipeline = {kind}-server
[app:{kind}-server]
use = egg:swift#{kind}
"""

PROXY = """
[DEFAULT]
swift_dir = {folder}
log_level = ERROR
[pipeline:main]
pipeline = catch_errors gatekeeper listing_formats s3api tempauth copy bulk slo dlo versioned_writes proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
allow_account_management = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
max_bucket_listing = {page}
allow_multipart_uploads = true
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:bulk]
use = egg:swift#bulk
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
[filter:copy]
use = egg:swift#copy
[filter:versioned_writes]
use = egg:swift#versioned_writes
"""


def write(name, text):
    path = os.path.join(FOLDER, name)
    with open(path, "w") as file:
        file.write(text)
    return path


def serve(sock, path):
    from swift.common.wsgi import loadapp

    app = loadapp(path)

    def with_cache(environment, start_response):
        environment["swift.cache"] = NO_CACHE
        return app(environment, start_response)

    eventlet.spawn(wsgi.server, sock, with_cache, log=Silence(), log_output=False, socket_timeout=60)


class Silence:
    def write(self, *_):
        pass


class NoCache:
    """Swift wants a memcache server; one that forgets everything at once is as good here."""

    def nothing(self, *_, **__):
        return None

    get = set = delete = incr = decr = get_multi = set_multi = nothing


NO_CACHE = NoCache()


class ErrorsToStandardError(logging.StreamHandler):
    """In place of the system's log, which a test machine may not have."""

    def __init__(self, **_):
        super().__init__(sys.stderr)


def main():
    write("swift.conf", "[swift-hash]\nswift_hash_path_suffix = tests\n[swift-constraints]\nmax_header_size = 16384\n")
    os.makedirs(os.path.join(FOLDER, DEVICE), exist_ok=True)
    # The path is fixed in the code; this is its own way around it, and must come before anything reads it.
    utils.set_swift_dir(FOLDER)
    utils.ThreadSafeSysLogHandler = ErrorsToStandardError

    from swift.common.ring.ring import RingData
    from swift.common.storage_policy import reload_storage_policies

    reload_storage_policies()
    sockets = {kind: eventlet.listen(("127.0.0.1", 0)) for kind in ("account", "container", "object", "proxy")}
    for kind in ("account", "container", "object"):
        port = sockets[kind].getsockname()[1]
        device = dict(id=0, zone=0, region=1, weight=1.0, device=DEVICE, ip="127.0.0.1", port=port)
        device.update(replication_ip="127.0.0.1", replication_port=port, meta="")
        parts = array.array("H", [0] * 2**PART_POWER)
        RingData([parts], [device], 32 - PART_POWER).save(os.path.join(FOLDER, kind + ".ring.gz"))
        serve(sockets[kind], write(kind + ".conf", STORAGE.format(folder=FOLDER, kind=kind)))
    serve(sockets["proxy"], write("proxy.conf", PROXY.format(folder=FOLDER, page=PAGE)))
    print(sockets["proxy"].getsockname()[1], flush=True)
    eventlet.tpool.execute(sys.stdin.read)
    shutil.rmtree(FOLDER, ignore_errors=True)
    os._exit(0)


main()
