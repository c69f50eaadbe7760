#!/bin/sh
# Runs Voice PHI Proxy from start-up on, before anyone logs in:
#   sudo "/Applications/Voice PHI Proxy.app/Contents/Resources/product/service/service.sh" install | remove
# `remove` keeps the data.
set -eu

label=app.voicephiproxy.service
user=_voicephiproxy
# The folder above holds the administrator's preset; only root may write there.
data="/Library/Application Support/voice-phi-proxy/service"
logs=/Library/Logs/voice-phi-proxy
daemon="/Library/LaunchDaemons/$label.plist"
here=$(cd "$(dirname "$0")" && pwd -P)

# An id below 500: macOS keeps accounts without a login there.
free_id() {
  id=300
  while dscl . -list /Users UniqueID | grep -q " $id\$" || dscl . -list /Groups PrimaryGroupID | grep -q " $id\$"; do
    id=$((id + 1))
  done
  echo "$id"
}

case "${1:-}" in
  install)
    if ! dscl . -read "/Users/$user" >/dev/null 2>&1; then
      id=$(free_id)
      dscl . -create "/Groups/$user" PrimaryGroupID "$id"
      dscl . -create "/Users/$user" UniqueID "$id"
      dscl . -create "/Users/$user" PrimaryGroupID "$id"
      dscl . -create "/Users/$user" UserShell /usr/bin/false
      dscl . -create "/Users/$user" NFSHomeDirectory "$data"
      dscl . -create "/Users/$user" IsHidden 1
    fi
    install -d -m 0755 -o root -g wheel "$(dirname "$data")"
    for folder in "$data" "$logs"; do
      mkdir -p "$folder"
      chown "$user:$user" "$folder"
      chmod 0700 "$folder"
    done
    launchctl bootout "system/$label" 2>/dev/null || true
    install -m 0644 -o root -g wheel "$here/$label.plist" "$daemon"
    launchctl bootstrap system "$daemon"
    ;;
  remove)
    launchctl bootout "system/$label" 2>/dev/null || true
    rm -f "$daemon"
    ;;
  *)
    echo "usage: service.sh install | remove" >&2
    exit 64
    ;;
esac
