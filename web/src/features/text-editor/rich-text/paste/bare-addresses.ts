const BARE = /\b(?:https?:\/\/|www\.)[^\s<>"']*[^\s<>"'.,;:!?)\]}*_~]|[\w.+-]*\w@[\w-]+(?:\.[\w-]+)*\.\w+/gi;

/** Addresses in a text that readers get as links, with the targets that Markdown gives them. */
export const bareAddresses = (text: string) =>
  [...text.matchAll(BARE)].map(({ 0: address, index }) => ({
    address,
    index,
    href: /^www\./i.test(address) ? `http://${address}` : /^https?:/i.test(address) ? address : `mailto:${address}`,
  }));
