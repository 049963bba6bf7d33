import styles from './landing-page.module.css';

type Step = { title: string; text: string };

const forAthletes: Step[] = [
  {
    title: 'Connect your erg',
    text: 'Press Connect on the PM5 and choose it in your browser. No app, no cable. Without an erg, try it on a simulated one.',
  },
  {
    title: 'Take your lane',
    text: "Open the session, and your monitor is set to the coach's workout. The screen shows pace, rate and what is left, large enough to read from a moving seat.",
  },
  {
    title: 'Row with your crew',
    text: 'See who is ahead and by how much. Every stroke is kept on your device first, so that a lost connection loses nothing.',
  },
];

const forCoaches: Step[] = [
  {
    title: 'Write the workout',
    text: 'Type it as on the whiteboard: 4 x 500 m / 2:00 rest. Athletes find it in the calendar, or by a link and a QR code.',
  },
  {
    title: 'Start and watch',
    text: 'Count everyone in together, and see each athlete live: rank, gap, pace, rate, heart rate. A television shows the board.',
  },
  {
    title: 'Review the results',
    text: 'Compare results by piece, open any activity stroke by stroke, and follow your athletes over weeks and years.',
  },
];

/** Three steps each for athletes and for coaches. */
export function HowItWorks() {
  return (
    <section aria-labelledby="how-it-works" className={styles.how}>
      <h2 id="how-it-works">How it works</h2>
      <div className={styles.roles}>
        <Steps title="For athletes" steps={forAthletes} />
        <Steps title="For coaches" steps={forCoaches} />
      </div>
    </section>
  );
}

function Steps({ title, steps }: { title: string; steps: Step[] }) {
  return (
    <div>
      <h3>{title}</h3>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={step.title}>
            <h4>{step.title}</h4>
            <p>{step.text}</p>
          </li>
        ))}
      </ol>
    </div>
  );
}
