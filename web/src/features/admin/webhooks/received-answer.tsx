import styles from './received-answer.module.css';

/** The beginning of a receiver's response, folded. */
export const ReceivedAnswer = ({ answer }: { readonly answer: string }) => (
  <details className={styles.answer}>
    <summary>Answer</summary>
    <pre dir="auto">{answer}</pre>
  </details>
);
