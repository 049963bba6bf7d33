import { execFile } from 'node:child_process';
import type { Logger } from 'pino';

/** How this process was started by a service manager that waits for its messages, such as systemd with Type=notify. */
export type ServiceManagerOptions = {
  /** The datagram socket for messages: a path, or the name of an abstract socket after `@`. */
  socket: string;
  /** The process is restarted if it is silent for longer; null without a watchdog. */
  watchdogMs: number | null;
};

/** A message fails after this time. systemd-notify itself waits up to 5 s until systemd has read it. */
const messageTimeoutMs = 10_000;

/**
 * Informs the service manager that the process is ready, alive and about to stop (sd_notify(3)). Node has no Unix
 * datagram sockets, so `systemd-notify`, a part of systemd, sends each message.
 */
export class ServiceManager {
  readonly #options: ServiceManagerOptions | null;
  readonly #log: Pick<Logger, 'error'>;
  #watchdog: NodeJS.Timeout | undefined;

  /** @param options null if nothing waits for messages */
  constructor(options: ServiceManagerOptions | null, log: Pick<Logger, 'error'>) {
    this.#options = options;
    this.#log = log;
  }

  /** From now on a process whose event loop is blocked is restarted. */
  async ready(): Promise<void> {
    if (this.#options === null) return;
    await this.#send('READY=1');
    const { watchdogMs } = this.#options;
    if (watchdogMs === null || this.#watchdog !== undefined) return;
    // Three chances, so that one slow message does not restart the process.
    this.#watchdog = setInterval(() => void this.#send('WATCHDOG=1'), watchdogMs / 3).unref();
  }

  async stopping(): Promise<void> {
    clearInterval(this.#watchdog);
    await this.#send('STOPPING=1');
  }

  async #send(message: string): Promise<void> {
    if (this.#options === null) return;
    const { socket } = this.#options;
    const options = {
      env: { PATH: '/usr/bin:/bin', NOTIFY_SOCKET: socket },
      timeout: messageTimeoutMs,
      killSignal: 'SIGKILL',
    } as const;
    await new Promise<void>((resolve) => {
      execFile('systemd-notify', [message], options, (error) => {
        if (error) this.#log.error({ err: error, message }, 'the service manager was not notified');
        resolve();
      });
    });
  }
}
