/** What the newsletter's form says, by the place where it stands. */
export const newsletterWords = (name: string) => ({
  footer: { title: 'Stay updated', text: 'Put your address on our list. We write when there is something to tell.' },
  sidebar: { title: `The ${name} letter`, text: 'For news that is worth a letter. No noise, leave any time.' },
  card: {
    title: 'Hear from us by e-mail',
    text: 'Subscribe to our newsletter. We write when there is something to tell, and you can leave at any time.',
  },
});

export type NewsletterPlace = keyof ReturnType<typeof newsletterWords>;
