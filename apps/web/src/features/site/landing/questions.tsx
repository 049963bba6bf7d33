import type { ReactNode } from 'react';
import styles from './landing-page.module.css';

/** Common questions, and the address for all others. */
export function Questions({ contactEmail }: { contactEmail: string }) {
  return (
    <section aria-labelledby="questions" className={styles.questions}>
      <h2 id="questions">Questions</h2>
      <div>
        <Question title="Which ergs work?">
          <p>
            A Concept2 RowErg with a PM5 monitor. The PM5 speaks Bluetooth; there is nothing to install on it.
          </p>
        </Question>
        <Question title="Which browsers work?">
          {/* A link to content in a closed `details` opens it. */}
          <p id="browsers">
            Connecting an erg uses Web Bluetooth: Chrome or Edge on Windows, macOS, Linux, ChromeOS and
            Android, over HTTPS or on localhost. Firefox and Safari have no Web Bluetooth, and neither has any
            browser on an iPhone or iPad.
          </p>
          <p>Everything else works in any current browser: watching, planning, results, statistics.</p>
        </Question>
        <Question title="What happens when the connection drops?">
          <p>
            You go on rowing. Your device keeps every stroke and sends the missing ones when it is back. When
            values are out of date, the screen turns them gray and says so.
          </p>
        </Question>
        <Question title="What does it cost?">
          <p>Nothing. Your club or federation can also run its own server, with one command.</p>
        </Question>
        <p className={styles.contact}>
          Another question? Write to <a href={`mailto:${contactEmail}`}>{contactEmail}</a>.
        </p>
      </div>
    </section>
  );
}

function Question({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className={styles.question}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}
