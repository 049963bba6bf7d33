import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';

/** What no page here asks for, so that nothing that gets into one can. */
const unusedPowers = ['camera', 'geolocation', 'hid', 'microphone', 'payment', 'serial', 'usb']
  .map((power) => `${power}=()`)
  .join(', ');

/** Puts the headers that protect a page and its visitors on an answer, before anything of it is written. */
export type SetSecurityHeaders = (request: IncomingMessage, response: ServerResponse) => void;

/** @param isSecure whether people reach this installation over TLS */
export function securityHeaders(isSecure: boolean): SetSecurityHeaders {
  const setUsual = helmet({
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        fontSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        upgradeInsecureRequests: isSecure ? [] : null,
      },
    },
    // The page must keep hold of the sign-in popup while that is at the provider.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    strictTransportSecurity: isSecure,
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  });
  return (request, response) => {
    setUsual(request, response, (error) => {
      if (error) throw error;
    });
    response.setHeader('permissions-policy', unusedPowers);
  };
}
