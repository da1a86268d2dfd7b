/* The sheets of pages and dialogs that have both forms and dialogs, in Mantine's order. */
import './mantine-forms.css';
import './mantine-overlays.css';
