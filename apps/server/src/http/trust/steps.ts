type System = { key: string; title: string; steps: readonly string[]; remove: string };

/** How to install an authority, in HTML; `page.js` finds `key` in the name of the browser. */
export const stepsBySystem: readonly System[] = [
  {
    key: 'android',
    title: 'Android',
    steps: [
      'Download the certificate above.',
      'Open the Settings of the phone and search for <strong>CA certificate</strong>. It is under Security and privacy, More security settings, Encryption and credentials, Install a certificate.',
      'Choose <strong>CA certificate</strong>, then <strong>Install anyway</strong>, and pick <strong>boathouse.crt</strong> in Downloads. The phone asks for its PIN.',
      'Come back to this page: “Certificate” turns to “trusted”. Use Chrome or Edge: Firefox has no Bluetooth.',
    ],
    remove: 'Settings, Encryption and credentials, Trusted credentials, User.',
  },
  {
    key: 'chromeos',
    title: 'ChromeOS',
    steps: [
      'Download the certificate above.',
      'Open <strong>chrome://certificate-manager</strong> (on older systems chrome://settings/certificates, Authorities).',
      'Under <strong>Installed by you</strong>, Trusted certificates, press <strong>Import</strong> and pick boathouse.crt. If it asks, trust it for identifying websites.',
      'Come back to this page and reload it.',
    ],
    remove: 'the same page, Delete.',
  },
  {
    key: 'windows',
    title: 'Windows (Chrome and Edge)',
    steps: [
      'Download <a href="/trust/boathouse.cer">boathouse.cer</a> and open it.',
      'Press <strong>Install Certificate</strong>, choose <strong>Current User</strong>, then <strong>Place all certificates in the following store</strong>.',
      'Press Browse, choose <strong>Trusted Root Certification Authorities</strong>, then Next and Finish, and answer Yes.',
      'Close all windows of the browser and open this page again.',
    ],
    remove: 'run certmgr.msc, Trusted Root Certification Authorities, Certificates, Delete.',
  },
  {
    key: 'mac',
    title: 'macOS (Chrome, Edge and Safari)',
    steps: [
      'Download <a href="/trust/boathouse.cer">boathouse.cer</a> and open it: Keychain Access adds it to the login keychain.',
      'In Keychain Access, open it with a double-click, open <strong>Trust</strong>, and choose <strong>Always Trust</strong> for “When using this certificate”.',
      'Close the window, which asks for your password, and restart the browser. Safari has no Bluetooth.',
    ],
    remove: 'Keychain Access, login, Certificates, Delete.',
  },
  {
    key: 'ios',
    title: 'iPhone and iPad',
    steps: [
      'No browser of these devices can connect an erg. The certificate makes everything else secure.',
      'Open this page in <strong>Safari</strong>, download the certificate above, and allow the profile.',
      'Open Settings, <strong>Profile Downloaded</strong>, and press Install.',
      'Open Settings, General, About, <strong>Certificate Trust Settings</strong>, and turn it on there too.',
    ],
    remove: 'Settings, General, VPN and Device Management.',
  },
  {
    key: 'linux',
    title: 'Linux (Chrome and Chromium)',
    steps: [
      'Download the certificate above.',
      'Open <strong>chrome://certificate-manager</strong> (in older versions chrome://settings/certificates, Authorities), Installed by you, Trusted certificates, and import boathouse.crt. Or run, with libnss3-tools installed:<br><code>certutil -d sql:$HOME/.pki/nssdb -A -t C,, -n Boathouse -i boathouse.crt</code>',
      'For Bluetooth, turn on <strong>chrome://flags/#enable-experimental-web-platform-features</strong>, and restart the browser.',
    ],
    remove: 'the same page, or <code>certutil -d sql:$HOME/.pki/nssdb -D -n Boathouse</code>.',
  },
  {
    key: 'firefox',
    title: 'Firefox, on any computer',
    steps: [
      'Firefox has no Bluetooth: use Chrome or Edge for an erg.',
      'Download the certificate above. In Settings, Privacy and Security, <strong>View Certificates</strong>, Authorities, press Import and pick it.',
      'Choose <strong>Trust this CA to identify websites</strong>.',
    ],
    remove: 'the same list, Delete or Distrust.',
  },
];
