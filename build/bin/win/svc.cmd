@rem The svc command of the installed product, under the Node that came with it.
@"%~dp0node.exe" "%~dp0..\server\svc.js" %*
