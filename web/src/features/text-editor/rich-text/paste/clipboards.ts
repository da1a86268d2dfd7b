/*
 * Samples of clipboard HTML, reduced to one of each construct that is peculiar to a program: Word 16, Google Docs, LibreOffice 24,
 * Notion, Apple Notes, VS Code and browsers.
 */

export const WORD = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word">
<head><meta name=Generator content="Microsoft Word 15"><style><!-- /* Style Definitions */ p.MsoNormal {margin:0cm; font-size:12.0pt;} @list l0:level1 {mso-level-number-format:bullet;} --></style>
<!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]--></head>
<body lang=EN-US style='tab-interval:36.0pt;word-wrap:break-word'><!--StartFragment-->
<p class=MsoTitle>The Tide Tables<o:p></o:p></p>
<h2><a name="_Toc1"></a><b><span lang=EN-US>How to read them</span></b><o:p></o:p></h2>
<p class=MsoNormal><span lang=EN-US>The first&nbsp;paragraph is <b>bold</b>, <i style='mso-bidi-font-style:normal'>italic</i> and has <a href="https://example.com/tides">a link</a>.<o:p></o:p></span></p>
<p class=MsoNormal>The second.<o:p></o:p></p>
<p class=MsoNormal>The third.<o:p></o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol;mso-bidi-font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>Spring tide<o:p></o:p></p>
<p class=MsoListParagraphCxSpMiddle style='margin-left:72.0pt;text-indent:-18.0pt;mso-list:l0 level2 lfo1'><![if !supportLists]><span style='font-family:"Courier New"'><span style='mso-list:Ignore'>o<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>New moon<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>Neap tide<o:p></o:p></p>
<p class=MsoNormal>Then:<o:p></o:p></p>
<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l1 level1 lfo2'><![if !supportLists]><span><span style='mso-list:Ignore'>1.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>Look<o:p></o:p></p>
<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l1 level1 lfo2'><![if !supportLists]><span><span style='mso-list:Ignore'>2.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>Wait<o:p></o:p></p>
<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0><tr><td width=301 valign=top><p class=MsoNormal><b>Day</b><o:p></o:p></p></td><td width=301 valign=top><p class=MsoNormal><b>High</b><o:p></o:p></p></td></tr>
<tr><td width=301 valign=top><p class=MsoNormal>Mon<o:p></o:p></p></td><td width=301 valign=top><p class=MsoNormal>4:10<o:p></o:p></p><p class=MsoNormal>16:32<o:p></o:p></p></td></tr></table>
<p class=MsoQuote>Time and tide.<o:p></o:p></p>
<p class=MsoNormal><!--[if gte vml 1]><v:shape id="_x0000_i1025"></v:shape><![endif]--><![if !vml]><img width=1 height=9 src="file:///C:/Users/x/AppData/Local/Temp/msohtmlclip1/01/clip_image002.png"><![endif]><o:p></o:p></p>
<!--EndFragment--></body></html>`;

export const GOOGLE_DOCS = `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-3f2c"><h2 dir="ltr" style="line-height:1.38;margin-top:18pt;"><span style="font-size:16pt;font-family:Arial,sans-serif;font-weight:700;">How to read them</span></h2><p dir="ltr" style="line-height:1.38;"><span style="font-size:11pt;font-weight:400;">The first is </span><span style="font-size:11pt;font-weight:700;">bold</span><span style="font-size:11pt;font-weight:400;">, </span><span style="font-size:11pt;font-style:italic;">italic</span><span style="font-size:11pt;">, </span><span style="text-decoration:line-through;">struck</span><span> and has </span><a href="https://www.google.com/url?q=https://example.com/tides&amp;sa=D" style="text-decoration:none;"><span style="text-decoration:underline;">a link</span></a><span>.</span></p><br /><ul style="margin-top:0;padding-inline-start:48px;"><li dir="ltr" style="list-style-type:disc;" aria-level="1"><p dir="ltr" role="presentation"><span>Spring tide</span></p></li><ul><li dir="ltr" aria-level="2"><p dir="ltr" role="presentation"><span>New moon</span></p></li></ul><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span>Neap tide</span></p></li></ul><ul><li dir="ltr" role="checkbox" aria-checked="true" aria-level="1"><img src="data:image/png;base64,iVBORw0KGgo=" alt="checked" /><p dir="ltr" role="presentation"><span>Boots</span></p></li><li dir="ltr" role="checkbox" aria-checked="false" aria-level="1"><img src="data:image/png;base64,iVBORw0KGgo=" alt="unchecked" /><p dir="ltr" role="presentation"><span>Lamp</span></p></li></ul><div dir="ltr" align="left"><table><colgroup><col width="100" /><col width="100" /></colgroup><tbody><tr><td><p dir="ltr"><span style="font-weight:700;">Day</span></p></td><td><p dir="ltr"><span style="font-weight:700;">High</span></p></td></tr><tr><td><p dir="ltr"><span>Mon</span></p></td><td><p dir="ltr"><span>4:10</span></p></td></tr></tbody></table></div><p dir="ltr"><span><span style="border:none;display:inline-block;"><img src="https://lh7.googleusercontent.com/docsz/a" alt="The harbour" width="624" height="416" /></span></span></p></b><br class="Apple-interchange-newline">`;

export const LIBREOFFICE = `<!DOCTYPE html><html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"/><title></title><meta name="generator" content="LibreOffice 24.2.0.3 (Linux)"/><style type="text/css">@page { size: 21cm 29.7cm } p { line-height: 115% }</style></head><body lang="en-US" link="#000080" dir="ltr"><h2 class="western">How to read them</h2>
<p style="line-height: 115%; margin-bottom: 0.25cm"><font face="Liberation Serif, serif"><font size="3">The first is <b>bold</b>, <i>italic</i> and
has <a href="https://example.com/tides">a link</a>.</font></font></p>
<ol><li><p style="margin-bottom: 0cm">Look</p></li><li><p style="margin-bottom: 0cm">Wait</p><ul><li><p>long</p></li></ul></li></ol>
<table width="100%" cellpadding="4" cellspacing="0"><col width="128*"/><col width="128*"/><tr valign="top"><td><p>Day</p></td><td><p>High</p></td></tr><tr valign="top"><td><p>Mon</p></td><td><p>4:10</p></td></tr></table></body></html>`;

export const NOTION = `<meta charset='utf-8'><!-- notionvc: 0f1e --><h1>How to read them</h1>
<p>The first is <strong>bold</strong>, <em>italic</em>, <code>code</code> and has <a href="https://example.com/tides">a link</a>.</p>
<ul class="to-do-list"><li><div class="checkbox checkbox-on"></div> <span class="to-do-children-checked">Boots</span></li></ul><ul class="to-do-list"><li><div class="checkbox checkbox-off"></div> <span class="to-do-children-unchecked">Lamp</span></li></ul>
<ol><li>Look<ul><li>far</li></ul></li><li>Wait</li></ol>
<blockquote>Time and tide.</blockquote>
<pre><code class="language-javascript">const tide = 2;
</code></pre><hr><aside>📌 Remember the moon.</aside>`;

export const APPLE_NOTES = `<html><head><meta http-equiv="Content-Type" content="text/html; charset=UTF-8"><meta name="Generator" content="Cocoa HTML Writer"><style type="text/css">p.p1 {margin: 0.0px} span.s1 {font-kerning: none}</style></head><body><p class="p1"><span class="s1"><b>Tides</b></span></p><p class="p2"><span class="s1"></span><br></p><p class="p1"><span class="s1">Twice<span class="Apple-converted-space">&nbsp; </span>a day.</span></p><ul class="ul1 Apple-dash-list"><li class="li1"><span class="s1">Spring tide</span></li><li class="li1"><span class="s1">Neap tide</span></li></ul></body></html>`;

export const WEB_PAGE = `<h1 id="tides" style="color: rgb(0, 0, 0); font-family: Georgia;">How to read them<a class="anchor" href="#tides"></a></h1><div style="color: red;"><p style="margin: 0px;">The first is <span style="font-weight: bold;">bold</span> and has <a href="https://example.com/tides" title="x" target="_blank">a link</a> and <img src="https://example.com/harbour.jpg" alt="The harbour" class="lazy"><img src="https://example.com/p.gif" width="1" height="1"></p></div><script>alert(1)</script><button>Share</button><p><a href="javascript:alert(1)">press</a></p><div class="highlight highlight-source-js"><pre><span class="pl-k">const</span> tide = 2;</pre></div><ul class="contains-task-list"><li class="task-list-item"><input type="checkbox" disabled checked> Boots</li></ul><dl><dt>Ebb</dt><dd>Falls</dd></dl>`;

export const CODE_EDITOR = `<meta charset='utf-8'><div style="color: #d4d4d4;background-color: #1e1e1e;font-family: Menlo, Monaco, 'Courier New', monospace;font-weight: normal;font-size: 12px;line-height: 18px;white-space: pre;"><div><span style="color: #569cd6;">if</span><span> (tide) {</span></div><div><span>&#160;&#160;wait();</span></div><div><span>}</span></div></div>`;
