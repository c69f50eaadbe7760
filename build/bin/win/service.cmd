@rem Administers the service of the system: with its settings and its keys. For administrators.
@"%~dp0node.exe" "%~dp0..\main\service.js" %*
