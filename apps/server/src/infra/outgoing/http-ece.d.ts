/** Types for the one used function; the package has none. */
declare module 'http_ece' {
  import type { ECDH } from 'node:crypto';

  const ece: {
    /** Bytes are Buffers, or text in Base64 for URLs. */
    encrypt(
      text: Buffer,
      options: { version: 'aes128gcm'; dh: string; privateKey: ECDH; salt: Buffer; authSecret: string },
    ): Buffer;
  };
  export default ece;
}
