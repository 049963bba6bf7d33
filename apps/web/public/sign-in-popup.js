// The page on which the sign-in popup ends. It tells the page that opened it how it went, over a channel that only
// pages of this origin hear (features/people/auth/popup-sign-in.ts), and goes. The login itself is in the cookie by then.
(function () {
  var params = new URLSearchParams(location.search);
  var channel = new BroadcastChannel('boathouse-sign-in');
  // A channel has no other origin to name.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel.postMessage({ attempt: params.get('attempt'), error: params.get('error') });
  // A window that is gone at once may take its message with it.
  setTimeout(function () {
    window.close();
  }, 100);
})();
