import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import CapabilityResults from './CapabilityResults.vue';
import KillMatrix from './KillMatrix.vue';
import LastVerdict from './LastVerdict.vue';
import SilentPoints from './SilentPoints.vue';
import StartPage from './StartPage.vue';
import VerdictBadge from './VerdictBadge.vue';
// oxlint-disable-next-line import/no-unassigned-import -- a style sheet gives nothing to name
import './style.css';

/** VitePress's default theme, with the components that the pages use. */
const theme: Theme = {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component('CapabilityResults', CapabilityResults);
    app.component('KillMatrix', KillMatrix);
    app.component('LastVerdict', LastVerdict);
    app.component('SilentPoints', SilentPoints);
    app.component('StartPage', StartPage);
    app.component('VerdictBadge', VerdictBadge);
  },
};

export default theme;
