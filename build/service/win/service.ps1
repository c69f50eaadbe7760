# Runs Voice PHI Proxy from start-up on, before anyone logs in, as LOCAL SERVICE. As an administrator:
#   powershell -ExecutionPolicy Bypass -File service.ps1 -Install | -Remove | -Stop | -Resume
# -Remove keeps the data. -Resume starts it where it is installed, and does nothing elsewhere.
param([switch]$Install, [switch]$Remove, [switch]$Stop, [switch]$Resume)
$ErrorActionPreference = 'Stop'

$name = 'Voice PHI Proxy'
$product = Split-Path -Parent $PSScriptRoot
$data = Join-Path $env:ProgramData 'voice-phi-proxy'
$task = Get-ScheduledTask -TaskName $name -ErrorAction SilentlyContinue

if (($Stop -or $Remove) -and $task) { Stop-ScheduledTask -TaskName $name }
if ($Remove -and $task) { Unregister-ScheduledTask -TaskName $name -Confirm:$false }
if ($Resume -and $task) { Start-ScheduledTask -TaskName $name }
if (-not $Install) { exit 0 }

# Everybody may make folders there. Whoever made this one could have put settings into it.
if (Test-Path -LiteralPath $data) {
  $owner = (Get-Acl -LiteralPath $data).GetOwner([System.Security.Principal.SecurityIdentifier]).Value
  if ($owner -notin 'S-1-5-18', 'S-1-5-32-544') {
    throw "$data was made by $owner and not by an administrator. Look at what is in it, then delete it or take it over: takeown /F `"$data`" /A /R"
  }
}
# SYSTEM, administrators and LOCAL SERVICE, and nobody else.
New-Item -ItemType Directory -Force -Path $data | Out-Null
& icacls.exe $data /inheritance:r /grant '*S-1-5-18:(OI)(CI)F' '*S-1-5-32-544:(OI)(CI)F' '*S-1-5-19:(OI)(CI)M' | Out-Null
if ($LASTEXITCODE -ne 0) { throw "The rights on $data could not be set." }

$program = Join-Path $product 'bin\node.exe'
$script = Join-Path $product 'main\service.js'
$action = New-ScheduledTaskAction -Execute $program -Argument "`"$script`"" -WorkingDirectory $data
$trigger = New-ScheduledTaskTrigger -AtStartup
$principal = New-ScheduledTaskPrincipal -UserId 'S-1-5-19' -LogonType ServiceAccount
# No time limit, and started again a minute after it ended.
$settings = New-ScheduledTaskSettingsSet -ExecutionTimeLimit ([TimeSpan]::Zero) -RestartCount 999 `
  -RestartInterval (New-TimeSpan -Minutes 1) -AllowStartIfOnBatteries -DontStopIfGoingOnBatteries `
  -MultipleInstances IgnoreNew -StartWhenAvailable
Register-ScheduledTask -TaskName $name -Action $action -Trigger $trigger -Principal $principal `
  -Settings $settings -Description 'Masks patient identifiers in voice-AI calls.' -Force | Out-Null
Start-ScheduledTask -TaskName $name
