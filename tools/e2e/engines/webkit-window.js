import GLib from 'gi://GLib';
import Gtk from 'gi://Gtk?version=3.0';
import WebKit2 from 'gi://WebKit2?version=4.1';
import System from 'system';

/*
 * A WebKitGTK window for WebKitWebDriver, run by `gjs`. WebKitGTK's own MiniBrowser loses all data with its process when it is automated, so journeys
 * could not kill and restart it. It also cannot run a script before the scripts of a page.
 */

const [profile, scriptFile] = System.programArgs;
const script = new TextDecoder().decode(GLib.file_get_contents(scriptFile)[1]);

Gtk.init(null);
const context = new WebKit2.WebContext({
  website_data_manager: new WebKit2.WebsiteDataManager({ base_data_directory: profile, base_cache_directory: profile }),
});
const content = new WebKit2.UserContentManager();
const { TOP_FRAME } = WebKit2.UserContentInjectedFrames;
content.add_script(new WebKit2.UserScript(script, TOP_FRAME, WebKit2.UserScriptInjectionTime.START, null, null));
const window = new Gtk.Window({ default_width: 1280, default_height: 800 });

context.set_automation_allowed(true);
context.connect('automation-started', (_context, session) => {
  session.connect('create-web-view', () => {
    const view = new WebKit2.WebView({
      web_context: context,
      user_content_manager: content,
      is_controlled_by_automation: true,
      // If a page in this cache was left while it opened a database, the next page can never open it.
      settings: new WebKit2.Settings({ enable_page_cache: false }),
    });
    window.add(view);
    window.show_all();
    view.grab_focus();
    return view;
  });
});
Gtk.main();
