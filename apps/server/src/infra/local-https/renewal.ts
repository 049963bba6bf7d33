import type { X509Certificate } from 'node:crypto';
import ipaddr from 'ipaddr.js';

const dayMs = 86_400_000;
/** Long enough for a machine that is switched on once a month. */
const renewedBeforeEndMs = 60 * dayMs;

/** The content of a certificate, in numbers: from the certificate itself by `contentOf`. */
export type CertificateContent = {
  fromMs: number;
  toMs: number;
  names: readonly string[];
  addresses: readonly string[];
};

/** One spelling for each address. */
const plain = (address: string) => ipaddr.process(address).toString();

export function contentOf(certificate: X509Certificate): CertificateContent {
  const entries = (certificate.subjectAltName ?? '').split(', ');
  const valuesOf = (kind: string) =>
    entries.flatMap((entry) => (entry.startsWith(`${kind}:`) ? [entry.slice(kind.length + 1)] : []));
  return {
    fromMs: certificate.validFromDate.getTime(),
    toMs: certificate.validToDate.getTime(),
    names: valuesOf('DNS'),
    addresses: valuesOf('IP Address').map(plain),
  };
}

/**
 * Returns why a certificate must be renewed, or null. An address that the machine has lost does no harm; the
 * authority's own end can't be extended.
 */
export function renewalReason(
  { fromMs, toMs, names, addresses }: CertificateContent,
  wanted: { name: string; addresses: readonly string[]; nowMs: number; authorityEndsMs: number },
): string | null {
  const { name, nowMs } = wanted;
  if (!names.includes(name)) return 'the name has changed';
  const missing = wanted.addresses.find((address) => !addresses.includes(plain(address)));
  if (missing !== undefined) return `the machine has the address ${missing}`;
  if (nowMs < fromMs) return 'the clock was changed';
  if (toMs - nowMs <= renewedBeforeEndMs && toMs < wanted.authorityEndsMs) return 'it ends soon';
  return null;
}
