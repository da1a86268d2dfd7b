/** The build of web/src/server.tsx: everything that functions know about the app. */
declare module '@inkwell/web/server' {
  export const renderPage: import('@inkwell/shared/page-renderer').PageRenderer;
}
