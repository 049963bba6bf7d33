/** Types for the parts of s3rver that the tests use; the package has none. */
declare module 's3rver' {
  import type { AddressInfo } from 'node:net';

  export type S3rverContext = {
    readonly method: string;
    readonly path: string;
    readonly query: Record<string, string | undefined>;
    status: number;
    type: string;
    body: string;
  };

  export default class S3rver {
    constructor(options: {
      port: number;
      address: string;
      directory: string;
      silent: boolean;
      configureBuckets: Array<{ name: string }>;
    });
    /** Koa middleware. */
    readonly middleware: Array<(context: S3rverContext, next: () => Promise<unknown>) => Promise<void>>;
    run(): Promise<AddressInfo>;
    close(): Promise<void>;
  }
}
