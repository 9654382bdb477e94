// What scrolls sideways can be reached by the keyboard: wide tables and long lines of code.
const reachable = () => {
  for (const part of document.querySelectorAll(".md-typeset__scrollwrap, .md-typeset__table, .md-typeset pre > code")) {
    if (part.scrollWidth > part.clientWidth) part.tabIndex = 0;
  }
};
new MutationObserver(reachable).observe(document.documentElement, { childList: true, subtree: true });
addEventListener("load", reachable);
addEventListener("resize", reachable);
