import { describe, expect, it } from 'vitest';
import { embedOf, frameUrl } from './embeds.ts';

const ID = 'dQw4w9WgXcQ';
const DID = 'did:plc:z72i7hdynmk6r22z27h6tvur';
const POST = '3l6oveex3ii2l';

/** The frame of an address; null if there is none. */
function frameOf(address: string): string | null {
  const embed = embedOf(address);
  return embed && frameUrl(embed, 'dark');
}

const youtube = (rest = '') => `https://www.youtube-nocookie.com/embed/${ID}?autoplay=1${rest}`;
const vimeo = (id: string, rest = '') => `https://player.vimeo.com/video/${id}?autoplay=1&dnt=1${rest}`;
const bluesky = (did: string) => `https://embed.bsky.app/embed/${did}/app.bsky.feed.post/${POST}?colorMode=dark`;
const codepen = (pen: string) => `https://codepen.io/${pen}?default-tab=result&theme-id=dark`;

describe('the frame of an address', () => {
  it.each([
    [`https://www.youtube.com/watch?v=${ID}`, youtube()],
    [`http://youtube.com/watch?list=PL1&v=${ID}&feature=share`, youtube()],
    [`https://m.youtube.com/watch?v=${ID}&t=1h2m3s`, youtube('&start=3723')],
    [`https://music.youtube.com/watch?v=${ID}#t=1m`, youtube('&start=60')],
    [`https://youtu.be/${ID}?si=tracking&t=90`, youtube('&start=90')],
    [`https://youtu.be/${ID}?t=-5`, youtube()],
    [`https://youtu.be/${ID}?t=90s%26autoplay%3D0`, youtube()],
    [`https://www.youtube.com/shorts/${ID}`, youtube()],
    [`https://www.youtube.com/live/${ID}/?start=7`, youtube('&start=7')],
    [`https://www.youtube.com/embed/${ID}?autoplay=0&origin=https://evil.example`, youtube()],
    [`https://www.youtube-nocookie.com/embed/${ID}`, youtube()],
    [`HTTPS://WWW.YOUTUBE.COM:443/watch?v=${ID}`, youtube()],
  ])('is built for YouTube: %s', (address, frame) => {
    expect(frameOf(address)).toBe(frame);
  });

  it.each([
    ['https://vimeo.com/76979871', vimeo('76979871')],
    ['https://vimeo.com/76979871/8272103f6e', vimeo('76979871', '&h=8272103f6e')],
    ['https://vimeo.com/76979871?h=8272103f6e#t=1m30s', vimeo('76979871', '&h=8272103f6e#t=90s')],
    ['https://player.vimeo.com/video/76979871?h=8272103f6e&title=0', vimeo('76979871', '&h=8272103f6e')],
    ['https://vimeo.com/channels/staffpicks/76979871', vimeo('76979871')],
    ['https://vimeo.com/groups/shortfilms/videos/76979871', vimeo('76979871')],
    ['https://vimeo.com/showcase/12/video/76979871', vimeo('76979871')],
    [`https://bsky.app/profile/${DID}/post/${POST}`, bluesky(DID)],
    [`https://bsky.app/profile/did:web:ada.example/post/${POST}/`, bluesky('did:web:ada.example')],
    ['https://codepen.io/ada-l/pen/abCDeF', codepen('ada-l/embed/abCDeF')],
    ['https://codepen.io/ada/details/abCDeF?editors=1010', codepen('ada/embed/abCDeF')],
    ['https://codepen.io/ada/full/abCDeF', codepen('ada/embed/abCDeF')],
    ['https://codepen.io/ada/embed/preview/abCDeF?default-tab=js', codepen('ada/embed/abCDeF')],
    ['https://codepen.io/team/codepen/pen/PNaGbb', codepen('team/codepen/embed/PNaGbb')],
  ])('is built for other sites: %s', (address, frame) => {
    expect(frameOf(address)).toBe(frame);
  });

  it.each([
    // Other pages of these sites.
    'https://www.youtube.com/',
    'https://www.youtube.com/@channel',
    'https://www.youtube.com/playlist?list=PL590L5WQmH8fJ54F369BLDSqIwcs-TCfs',
    'https://www.youtube.com/embed/videoseries?list=PL590L5WQmH8fJ54F369BLDSqIwcs-TCfs',
    'https://www.youtube.com/embed/live_stream?channel=UC4R8DWoMoI7CAwX8_LjQHig',
    'https://vimeo.com/blog',
    'https://bsky.app/profile/ada.example',
    'https://codepen.io/ada',
    'https://codepen.io/team/codepen',
    'https://codepen.io/team/pen/abCDeF',
    // Invalid ids.
    `https://youtu.be/${ID}x`,
    'https://youtu.be/dQw4w9WgXc',
    `https://youtu.be/${ID}%2F..%2Fx`,
    `https://youtu.be/${ID}/../../x/y`,
    `https://www.youtube.com/watch/x?v=${ID}`,
    'https://www.youtube.com/watch?v=dQw4w9WgXc%0A',
    `https://www.youtube.com/watch?v=${ID}%00`,
    `https://www.youtube.com/embed//${ID}`,
    'https://vimeo.com/0769',
    'https://vimeo.com/76979871/%22onload',
    'https://vimeo.com/76979871/8272103f6e/x',
    'https://vimeo.com/7697987176979871',
    `https://bsky.app/profile/did:plc:short/post/${POST}`,
    `https://bsky.app/profile/did%3Aplc%3Az72i7hdynmk6r22z27h6tvur/post/${POST}`,
    `https://bsky.app/profile/ada@evil.example/post/${POST}`,
    `https://bsky.app/profile/ada/post/${POST}`,
    `https://bsky.app/profile/${DID}/post/..%2f..%2fx`,
    'https://codepen.io/ada%2fx/pen/abCDeF',
    'https://codepen.io/ada/pen/abC-eF',
    // Other hosts, and URLs with user names or ports.
    `https://youtube.com.evil.example/watch?v=${ID}`,
    `https://notyoutube.com/watch?v=${ID}`,
    `https://www.youtube.com./watch?v=${ID}`,
    `https://www.уoutube.com/watch?v=${ID}`,
    `https://evil.example/https://www.youtube.com/watch?v=${ID}`,
    `https://www.youtube.com@evil.example/watch?v=${ID}`,
    `https://ada:secret@www.youtube.com/watch?v=${ID}`,
    `https://www.youtube.com:8443/watch?v=${ID}`,
    `ftp://www.youtube.com/watch?v=${ID}`,
    `javascript://www.youtube.com/watch?v=${ID}%0Aalert(1)`,
    `//www.youtube.com/watch?v=${ID}`,
    'not an address',
    '',
    // Too long.
    `https://www.youtube.com/watch?v=${ID}&x=${'x'.repeat(2_000)}`,
  ])('is refused for %s', (address) => {
    expect(frameOf(address)).toBeNull();
  });

  it('requires the account of a Bluesky handle to be resolved', () => {
    const embed = embedOf(`https://bsky.app/profile/Ada.Example.social/post/${POST}`);

    expect(embed).toEqual({ kind: 'bluesky', account: 'Ada.Example.social', postKey: POST });
    expect(() => embed && frameUrl(embed, 'light')).toThrow('not its handle');
  });
});
