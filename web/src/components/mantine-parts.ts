/* The sheets of pages and dialogs that have both forms and dialogs, in Mantine's order. */
import '../styles/mantine-forms.css';
import '../styles/mantine-overlays.css';
