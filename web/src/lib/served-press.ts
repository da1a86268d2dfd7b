/** Whether the app shows everything that the served page had. */
let isComplete = false;
/** The texts of the served page's buttons, among them the links to the sign-in form. */
let texts: readonly (string | null)[] = [];

const buttons = () => [...document.querySelectorAll<HTMLElement>('#root :is(button, .button_small)')];

/**
 * Completes a press that the app's first commit interrupts: the mouse went down on a served button or link, which is gone when it
 * comes up, so browsers do not count it as a click. Touch presses at once when the finger leaves.
 */
export function keepServedPress(): void {
  let pressed: Element | null = null;
  let index = -1;
  texts = buttons().map(({ textContent }) => textContent);
  const partOf = ({ target }: Event, selector: string) => (target instanceof Element ? target.closest(selector) : null);
  addEventListener('mousedown', (event) => {
    // What the app itself removes during a press is not pressed again.
    pressed = event.button === 0 ? partOf(event, '.served-page :is(a, button)') : null;
    index = pressed ? buttons().indexOf(pressed as HTMLElement) : -1;
  });
  addEventListener('mouseup', (event) => {
    const part = partOf(event, 'a, button');
    if (pressed && !pressed.isConnected) {
      if (index >= 0) {
        document.documentElement.dataset.pressed = String(index);
        if (isComplete) repeatServedPress();
      } else if (part?.textContent === pressed.textContent) part.dispatchEvent(new MouseEvent('click', event));
    }
    pressed = null;
  });
}

/**
 * Presses the button that the reader pressed last in the served page (app.html). The app has the same buttons in the same order, and
 * in lists a few more. Call this when the app shows all of the page.
 */
export function repeatServedPress(): void {
  isComplete = true;
  const { dataset } = document.documentElement;
  const index = Number(dataset.pressed ?? -1);
  delete dataset.pressed;
  const all = buttons();
  const isSame = (button: HTMLElement | undefined) => button?.textContent === texts[index];
  if (index >= 0) (isSame(all[index]) ? all[index] : all.find(isSame))?.click();
}
