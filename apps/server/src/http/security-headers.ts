import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';

/** Browser features we never use, disabled so that injected code can't either. */
const unusedPowers = ['camera', 'geolocation', 'hid', 'microphone', 'payment', 'serial', 'usb']
  .map((power) => `${power}=()`)
  .join(', ');

/** Adds the security headers to a response before it is written. */
export type SetSecurityHeaders = (request: IncomingMessage, response: ServerResponse) => void;

/** @param isSecure whether users reach this server over TLS */
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
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        upgradeInsecureRequests: isSecure ? [] : null,
      },
    },
    // The page must keep its reference to the sign-in popup while that shows the provider.
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
