// Sets theme and language before the first paint. It is a file of its own because the content policy allows no inline script.
(function () {
  var root = document.documentElement;
  try {
    var look = JSON.parse(localStorage.getItem('fabula.reading') || '{}');
    var theme = look.theme;
    if (theme === 'system') theme = matchMedia('(prefers-color-scheme: light)').matches ? 'paper' : 'space';
    if (theme === 'paper' || theme === 'space') root.dataset.theme = theme;
    var language = localStorage.getItem('fabula.language');
    if (language === 'zh-CN' || language === 'en') root.lang = language;
  } catch (_) {
    // Storage is blocked: the default theme and language hold.
  }
})();
