// The abilities of this device, in words. The colors are those of the app's device choice (apps/web/src/ui/appearance.ts).
(function () {
  let stored = {};
  try {
    stored = JSON.parse(localStorage.getItem('appearance') || '{}') || {};
  } catch {
    stored = {};
  }
  const usual = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const mode = ['light', 'dark', 'blue'].includes(stored.mode) ? stored.mode : usual;
  document.documentElement.setAttribute('data-mode', mode);
})();

addEventListener('DOMContentLoaded', () => {
  const { secure, byAddress, plain } = document.body.dataset;
  const needsSecure = 'No: it needs a secure page';

  function show(check, state, words) {
    const row = document.querySelector(`[data-check=${check}]`);
    if (row === null) return;
    row.setAttribute('data-state', state);
    row.querySelector('dd').textContent = words;
  }

  /** Returns whether the server is reached there; over https that is only so if the browser trusts its certificate. */
  async function reaches(address) {
    try {
      await fetch(`${address}/trust/reach`, {
        mode: 'no-cors',
        cache: 'no-store',
        signal: AbortSignal.timeout(5000),
      });
      return true;
    } catch {
      return false;
    }
  }

  function checkSecure() {
    if (isSecureContext) show('secure', 'good', 'Yes');
    else show('secure', 'bad', 'No: this page came over http');
  }

  /** Returns whether the certificate is trusted: where the user went past its warning, browsers still refuse a worker. */
  async function checkOffline() {
    if (!isSecureContext) {
      show('offline', 'bad', needsSecure);
      return false;
    }
    if (!('serviceWorker' in navigator)) {
      show('offline', 'bad', 'No: this browser or window cannot keep pages');
      return true;
    }
    try {
      const registration = await navigator.serviceWorker.register('/trust/worker.js');
      await registration.unregister();
      show('offline', 'good', 'Yes: pages can be kept on this device');
      return true;
    } catch {
      show('offline', 'bad', 'No: this browser does not trust the certificate. Install it below');
      return false;
    }
  }

  async function checkBluetooth() {
    if (!isSecureContext) return show('bluetooth', 'bad', needsSecure);
    if (navigator.bluetooth === undefined)
      return show(
        'bluetooth',
        'bad',
        'No: this browser has none. Use Chrome or Edge on Android, ChromeOS or a computer',
      );
    let isOn = true;
    try {
      isOn = await navigator.bluetooth.getAvailability();
    } catch {
      isOn = true;
    }
    if (isOn) show('bluetooth', 'good', 'Yes: this browser can connect an erg');
    else show('bluetooth', 'bad', 'Not now: turn on Bluetooth on this device');
  }

  async function checkAwake() {
    if (!isSecureContext) return show('awake', 'bad', needsSecure);
    if (!('wakeLock' in navigator)) return show('awake', 'bad', 'No: this browser lets the screen go dark');
    try {
      const lock = await navigator.wakeLock.request('screen');
      await lock.release();
      show('awake', 'good', 'Yes, while a workout runs');
    } catch {
      show('awake', 'bad', 'Not now: the device saves its battery');
    }
  }

  /** From a secure page the other addresses are not asked: it has its own answer, and browsers ask the user first. */
  async function checkTrust(worksOffline) {
    if (secure === undefined) return;
    const open = document.getElementById('open');
    const verdict = document.getElementById('verdict');
    const isTls = location.protocol === 'https:';
    const [name, address, namePlain] = isTls
      ? [worksOffline, worksOffline, true]
      : await Promise.all([reaches(secure), byAddress ? reaches(byAddress) : false, reaches(plain)]);
    const isTrusted = name || address;
    const isWithoutName = !name && !namePlain && byAddress !== '';
    if (isTrusted) show('trusted', 'good', 'This device trusts it');
    else show('trusted', 'bad', 'Not trusted by this device yet: install it below');
    open.href = isTls ? '/' : isWithoutName ? byAddress : secure;
    open.classList.toggle('plain', !isTrusted);
    verdict.textContent = isWithoutName
      ? `This device does not find the name of the server. Use ${byAddress}`
      : isTrusted && !isTls
        ? 'This device is ready: open the secure address.'
        : '';
  }

  async function checkAll() {
    checkSecure();
    const [worksOffline] = await Promise.all([checkOffline(), checkBluetooth(), checkAwake()]);
    await checkTrust(worksOffline);
  }

  function systemOf({ userAgent, maxTouchPoints }) {
    if (/Android/.test(userAgent)) return 'android';
    if (/CrOS/.test(userAgent)) return 'chromeos';
    if (/iPhone|iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)) return 'ios';
    if (/Firefox/.test(userAgent)) return 'firefox';
    if (/Windows/.test(userAgent)) return 'windows';
    return /Macintosh/.test(userAgent) ? 'mac' : 'linux';
  }

  const own = document.querySelector(`[data-system=${systemOf(navigator)}]`);
  if (own !== null) {
    own.open = true;
    own.parentElement.insertBefore(own, document.querySelector('[data-system]'));
  }
  for (const each of document.querySelectorAll('#checks dd')) each.textContent = 'Checking…';
  void checkAll();
  // Back from the settings of the phone.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void checkAll();
  });
});
