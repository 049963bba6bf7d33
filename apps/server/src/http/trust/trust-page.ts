import { renderSVG } from 'uqr';
import type { LocalSite } from '../local-site.ts';
import { stepsBySystem } from './steps.ts';

type TrustPage = {
  productName: string;
  site: LocalSite | null;
  /** Whether the page itself is read over this server's TLS. */
  isSecure: boolean;
  /** This page, for another device. */
  plain: string | null;
  /** The secure address without the name. */
  byAddress: string | null;
};

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** The checks of `page.js`, in this order. */
const checks = [
  ['secure', 'Secure page'],
  ['trusted', 'Certificate'],
  ['bluetooth', 'Bluetooth'],
  ['offline', 'Offline'],
  ['awake', 'Screen stays on'],
] as const;

/** Returns the HTML of /trust. */
export function trustPage({ productName, site, isSecure, plain, byAddress }: TrustPage): string {
  const name = escape(productName);
  const rows = checks
    .filter(([key]) => key !== 'trusted' || site !== null)
    .map(
      ([key, label]) =>
        `<div class="check" data-check="${key}"><dt>${label}</dt><dd>Not checked: this needs JavaScript</dd></div>`,
    )
    .join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>This device · ${name}</title>
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/trust/page.css">
<script src="/trust/page.js"></script>
</head>
<body${attributesOf(site, byAddress)}>
<header><p class="brand">${name}</p></header>
<main>
<h1>Set up this device</h1>
<p class="lead">To connect an erg by Bluetooth, a browser wants a secure page (https). ${
    site === null
      ? ''
      : `${name} has its own certificate for this network: install it once on each device, then open the secure address.`
  }</p>
<section aria-labelledby="device">
<h2 id="device">This device</h2>
<dl id="checks" aria-live="polite">
${rows}
</dl>
<p id="verdict" role="status"></p>
${
  site === null
    ? withoutCertificate(isSecure)
    : `<p><a class="button" id="open" href="${escape(site.address)}">Open ${name}</a></p>
<p class="note">${addressNote(site, byAddress)}</p>`
}
</section>
${site === null ? '' : installation(site, name)}
${site === null ? '' : otherDevices(site, plain, name)}
</main>
</body>
</html>
`;
}

function attributesOf(site: LocalSite | null, byAddress: string | null): string {
  if (site === null) return '';
  const given = {
    'data-secure': site.address,
    'data-by-address': byAddress ?? '',
    'data-plain': `http://${site.name}:${site.httpPort}`,
  };
  return Object.entries(given)
    .map(([attribute, value]) => ` ${attribute}="${escape(value)}"`)
    .join('');
}

function addressNote({ address }: LocalSite, byAddress: string | null): string {
  const own = `The secure address is <strong>${escape(address)}</strong>.`;
  if (byAddress === null) return own;
  return `${own} If a device does not find this name, use ${escape(byAddress)} there. Logins, and workouts that are not stored
yet, stay with the address at which they were made: keep to one.`;
}

function withoutCertificate(isSecure: boolean): string {
  return isSecure
    ? ''
    : `<p>This server has no certificate of its own. If this page is not secure, its operator can run
<code>npm run ops -- https</code> on the server: then phones on this network can use Bluetooth.</p>`;
}

function installation({ root }: LocalSite, name: string): string {
  const steps = stepsBySystem
    .map(
      ({ key, title, steps: list, remove }) => `<details data-system="${key}">
<summary>${title}</summary>
<ol>${list.map((step) => `<li>${step}</li>`).join('\n')}</ol>
<p class="note">To remove it: ${remove}</p>
</details>`,
    )
    .join('\n');
  const [, common = ''] = /CN=(.*)/.exec(root.subject) ?? [];
  return `<section aria-labelledby="install">
<h2 id="install">Install the certificate</h2>
<p><a class="button plain" href="/trust/boathouse.crt">Download the certificate</a>
<span class="note">On Windows <a href="/trust/boathouse.cer">boathouse.cer</a></span></p>
${steps}
<h3>Is it the right one?</h3>
<p>It is called <strong>${escape(common)}</strong>. Before you trust it, compare its SHA-256 fingerprint with the one that
<code>npm run ops -- https</code> prints on the server:</p>
<p class="fingerprint">${escape(root.fingerprint256)}</p>
<p class="note">${name} can use it for its own name, and for addresses of private networks, only: it is of no use against your bank.
Some older systems do not heed that limit, so trust it only if you trust who runs this server.</p>
</section>`;
}

function otherDevices({ address }: LocalSite, plain: string | null, name: string): string {
  return `<section aria-labelledby="others">
<h2 id="others">Other devices</h2>
<div class="codes">
${plain === null ? '' : code('First this page, to install the certificate', plain)}
${code(`Then ${name}`, address)}
</div>
</section>`;
}

function code(words: string, address: string): string {
  return `<figure><div class="code" role="img" aria-label="QR code of ${escape(address)}">${renderSVG(address, { border: 2 })}</div>
<figcaption>${words}<br><strong>${escape(address)}</strong></figcaption></figure>`;
}
