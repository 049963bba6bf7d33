/* For tests: the channel of one browser, by which its tabs exchange messages. */

export function createFakeChannels() {
  const open = new Set<FakeChannel>();
  class FakeChannel extends EventTarget implements BroadcastChannel {
    readonly name = 'rows';
    onmessage: BroadcastChannel['onmessage'] = null;
    onmessageerror = null;
    postMessage(data: unknown): void {
      for (const other of open) {
        if (other === this) continue;
        queueMicrotask(() => other.onmessage?.call(other, new MessageEvent('message', { data })));
      }
    }
    close(): void {
      open.delete(this);
    }
  }
  return {
    open: (): BroadcastChannel => {
      const channel = new FakeChannel();
      open.add(channel);
      return channel;
    },
  };
}
