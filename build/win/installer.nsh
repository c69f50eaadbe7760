; Service mode (build/service/win/service.ps1). `/SERVICE` on the installer's command line switches it
; on; an upgrade leaves it as it is.

!macro runService MODE
  nsExec::ExecToLog '"$SYSDIR\WindowsPowerShell\v1.0\powershell.exe" -NoProfile -NonInteractive -ExecutionPolicy Bypass -File "$INSTDIR\resources\product\service\service.ps1" ${MODE}'
  Pop $R1
!macroend

!macro customInstall
  ${GetParameters} $R0
  ClearErrors
  ${GetOptions} $R0 "/SERVICE" $R2
  ${If} ${Errors}
    !insertmacro runService "-Resume"
  ${Else}
    !insertmacro runService "-Install"
    ${If} $R1 != 0
      SetErrorLevel 3
    ${EndIf}
  ${EndIf}
!macroend

; Files in use cannot be replaced, so the service ends before they are taken away.
!macro customUnInstall
  ${If} ${isUpdated}
    !insertmacro runService "-Stop"
  ${Else}
    !insertmacro runService "-Remove"
  ${EndIf}
!macroend
