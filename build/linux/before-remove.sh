#!/bin/sh
# Runs before the files go: by an upgrade ("upgrade", 1) or for good ("remove", 0).
set -e

case "$1" in
  remove | 0)
    if [ -d /run/systemd/system ]; then
      systemctl disable --now voice-phi-proxy.service 2>/dev/null || true
    fi
    rm -f /etc/systemd/system/multi-user.target.wants/voice-phi-proxy.service
    rm -f /usr/bin/voice-phi-proxy /usr/bin/voice-phi-proxy-svc /usr/bin/voice-phi-proxy-service
    ;;
esac
