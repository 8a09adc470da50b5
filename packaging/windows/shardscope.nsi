; SPDX-License-Identifier: GPL-3.0-or-later
; NOT TRIED on Windows; under Wine it installs and uninstalls: README.md says how far.
; The installer. For the user who runs it alone: nobody has to be an administrator.
;   makensis -DVERSION=0.1.0 -DFOLDER=dist -DOUTPUT=shardscope-0.1.0-setup.exe shardscope.nsi
; FOLDER holds the programs and all that they need, as bundle.sh has put it together.
Unicode true
SetCompressor /SOLID lzma
RequestExecutionLevel user

!include "MUI2.nsh"
!include "FileFunc.nsh"

!define CLASSES "Software\Classes"
!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Shardscope"

Name "Shardscope"
OutFile "${OUTPUT}"
InstallDir "$LOCALAPPDATA\Programs\Shardscope"
InstallDirRegKey HKCU "${UNINSTALL}" "InstallLocation"
VIProductVersion "${VERSION}.0"
VIAddVersionKey "ProductName" "Shardscope"
VIAddVersionKey "FileDescription" "Shardscope, installer"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "LegalCopyright" "GPL-3.0-or-later"

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!define MUI_FINISHPAGE_RUN "$INSTDIR\shardscope.exe"
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "German"
!insertmacro MUI_LANGUAGE "SimpChinese"

; A kind of file that the program opens, and is offered for; .json stays whose it is.
!macro Kind EXTENSION CLASS TYPE NAME
  WriteRegStr HKCU "${CLASSES}\.${EXTENSION}" "" "${CLASS}"
  WriteRegStr HKCU "${CLASSES}\.${EXTENSION}" "Content Type" "${TYPE}"
  WriteRegStr HKCU "${CLASSES}\${CLASS}" "" "${NAME}"
  WriteRegStr HKCU "${CLASSES}\${CLASS}\DefaultIcon" "" '"$INSTDIR\shardscope.exe",0'
  WriteRegStr HKCU "${CLASSES}\${CLASS}\shell\open\command" "" '"$INSTDIR\shardscope.exe" "%1"'
!macroend

; Somebody else's program may have taken the kind over since: then it stays theirs.
!macro NoKind EXTENSION CLASS
  ReadRegStr $0 HKCU "${CLASSES}\.${EXTENSION}" ""
  ${If} $0 == "${CLASS}"
    DeleteRegKey HKCU "${CLASSES}\.${EXTENSION}"
  ${EndIf}
  DeleteRegKey HKCU "${CLASSES}\${CLASS}"
!macroend

Section "Shardscope"
  ; What an earlier version had and this one has no more would stay for ever.
  ${If} ${FileExists} "$INSTDIR\uninstall.exe"
    ExecWait '"$INSTDIR\uninstall.exe" /S _?=$INSTDIR'
  ${EndIf}
  SetOutPath "$INSTDIR"
  File /r "${FOLDER}/*"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortcut "$SMPROGRAMS\Shardscope.lnk" "$INSTDIR\shardscope.exe"

  !insertmacro Kind "shardscope" "Shardscope.Scenario" "application/vnd.shardscope+json" "Shardscope scenario"
  !insertmacro Kind "shardlesson" "Shardscope.Lesson" "application/vnd.shardlesson+json" "Shardscope lesson"

  ; So that a code that is clicked opens.
  WriteRegStr HKCU "${CLASSES}\shardscope" "" "Shardscope code"
  WriteRegStr HKCU "${CLASSES}\shardscope" "URL Protocol" ""
  WriteRegStr HKCU "${CLASSES}\shardscope\shell\open\command" "" '"$INSTDIR\shardscope.exe" "%1"'

  WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "Shardscope"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" '"$INSTDIR\shardscope.exe"'
  WriteRegStr HKCU "${UNINSTALL}" "Publisher" "The Shardscope authors"
  WriteRegStr HKCU "${UNINSTALL}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
  WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1
  ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
  WriteRegDWORD HKCU "${UNINSTALL}" "EstimatedSize" $0
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
SectionEnd

; Only what was installed: whoever chose a folder with things of their own keeps them.
Section "Uninstall"
  !include "${REMOVALS}"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  Delete "$SMPROGRAMS\Shardscope.lnk"
  !insertmacro NoKind "shardscope" "Shardscope.Scenario"
  !insertmacro NoKind "shardlesson" "Shardscope.Lesson"
  DeleteRegKey HKCU "${CLASSES}\shardscope"
  DeleteRegKey HKCU "${UNINSTALL}"
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
SectionEnd
