import { createGlobalStyle } from 'styled-components';
import { color, font, themeCss } from './tokens';

export const GlobalStyle = createGlobalStyle`
${themeCss}
*,*::before,*::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
html,body,#root{height:100%}
body{margin:0;background:${color.surface};color:${color.text};font-family:${font.family};font-size:${font.md};font-weight:${font.regular};line-height:1.45;font-feature-settings:'cv11','ss03';-webkit-font-smoothing:antialiased;-moz-osx-font-smoothing:grayscale;overscroll-behavior:none}
h1,h2,h3,h4,p,ul,ol,figure{margin:0;padding:0}
h1,h2,h3,h4{font-weight:${font.semibold};line-height:1.25}
ul,ol{list-style:none}
button,input,textarea,select{font:inherit;color:inherit;letter-spacing:inherit}
button{background:none;border:0;padding:0;cursor:pointer}
button:disabled{cursor:not-allowed}
b,strong{font-weight:${font.semibold}}
a{color:${color.accentText};text-decoration:none;font-weight:${font.medium}}
a:hover{text-decoration:underline}
img,svg{display:block}
:focus{outline:none}
:focus-visible{outline:2px solid ${color.focus};outline-offset:2px}
::selection{background:${color.accentSoft};color:${color.accentText}}
*{scrollbar-width:thin;scrollbar-color:${color.lineStrong} transparent}
.visually-hidden{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
[data-sonner-toast][data-type=success] [data-icon]{color:${color.success}}
[data-sonner-toast][data-type=error] [data-icon]{color:${color.danger}}
[data-sonner-toast][data-type=warning] [data-icon]{color:${color.warning}}
[data-sonner-toast][data-type=info] [data-icon]{color:${color.info}}
@media (prefers-reduced-motion:reduce){*,*::before,*::after{animation-duration:.01ms!important;animation-iteration-count:1!important;transition-duration:0s!important}}
`;
