/** What the tests use of a server that speaks S3 on the local disk; the package has no types of its own. */
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
    /** What answers a request, each handing on to the next. */
    readonly middleware: Array<(context: S3rverContext, next: () => Promise<unknown>) => Promise<void>>;
    run(): Promise<AddressInfo>;
    close(): Promise<void>;
  }
}
