#!/bin/sh
# Runs after the files are gone. A clinic must keep the journal for years, whatever happens to the program:
# not even a purge deletes it, unless the administrator made the file delete-data before.
set -e

name=voice-phi-proxy
config="/etc/$name"
data="/var/lib/$name"

if [ -d /run/systemd/system ]; then
  systemctl daemon-reload
fi

case "$1" in
  remove | purge | 0)
    if [ -f "/etc/apparmor.d/$name" ]; then
      apparmor_parser -R "/etc/apparmor.d/$name" 2>/dev/null || true
      rm -f "/etc/apparmor.d/$name"
    fi
    ;;
esac

if [ "$1" = purge ]; then
  if [ -e "$config/delete-data" ]; then
    rm -rf "$data"
  fi
  rm -rf "$config" "/var/log/$name"
  rmdir "$data" 2>/dev/null || true
  if [ -d "$data" ]; then
    echo "$data holds the record of calls and is kept."
  else
    userdel "$name" 2>/dev/null || true
  fi
fi
