/** What is built from web/src/server.tsx: all that functions knows of the app. */
declare module '@inkwell/web/server' {
  export const renderPage: import('@inkwell/shared/page-renderer').PageRenderer;
}
