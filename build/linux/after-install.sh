#!/bin/sh
# Runs after the files are in place. It starts nothing that did not run before.
set -e

app=/opt/voice-phi-proxy
name=voice-phi-proxy

if ! getent passwd "$name" >/dev/null; then
  if command -v systemd-sysusers >/dev/null; then
    systemd-sysusers "$name.conf"
  else
    useradd --system --user-group --no-create-home --home-dir "/var/lib/$name" \
      --shell /usr/sbin/nologin "$name"
  fi
fi
# Users of the desktop app read the policies there; nothing in it is secret.
install -d -m 0755 -o root -g root "/etc/$name"
# The same folders as the unit makes, so that an administrator can set up the service before its first start.
install -d -m 0700 -o "$name" -g "$name" "/var/lib/$name"
install -d -m 0750 -o "$name" -g "$name" "/var/log/$name"

ln -sf "$app/$name" "/usr/bin/$name"
for command in svc service; do
  ln -sf "$app/resources/product/bin/$command" "/usr/bin/$name-$command"
done

# Chromium's sandbox needs either user namespaces or a helper with root's rights.
if unshare --user true 2>/dev/null; then
  chmod 0755 "$app/chrome-sandbox"
else
  chmod 4755 "$app/chrome-sandbox"
fi
# Ubuntu grants user namespaces by AppArmor profile; older AppArmor cannot read this one and needs none.
profile="$app/resources/apparmor-profile"
if command -v apparmor_parser >/dev/null && apparmor_parser -Q -K "$profile" 2>/dev/null; then
  install -m 0644 "$profile" "/etc/apparmor.d/$name"
  apparmor_parser -r -W -T "/etc/apparmor.d/$name" 2>/dev/null || true
fi
if command -v update-desktop-database >/dev/null; then
  update-desktop-database -q /usr/share/applications || true
fi

if [ -d /run/systemd/system ]; then
  systemctl daemon-reload
  # After an upgrade, restart the service in its new version.
  systemctl try-restart "$name.service" ||
    echo "$name did not start again: see journalctl -u $name" >&2
fi

# First installation: an upgrade passes the former version.
if [ "$1" = configure ] && [ -z "$2" ]; then
  echo "Recommended, to serve calls before anybody signs in: systemctl enable --now $name"
fi
