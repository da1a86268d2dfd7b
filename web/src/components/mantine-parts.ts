/* The style sheets for pages and dialogs with forms, in Mantine's order. */
import '../styles/mantine-forms.css';
import '../styles/mantine-overlays.css';
