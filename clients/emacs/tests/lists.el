;;; lists.el --- Lists in a terminal  -*- lexical-binding: t; -*-

;;; Code:

(require 'support)

(defun lists-open (source query)
  "Open a list of SOURCE with QUERY in the terminal."
  (support-eval `(setq seekline-source ,source))
  (support-keys "F6")
  (support-see (format "Search %s for:" source))
  (support-write query)
  (support-keys "Enter"))

(defun lists-in (form)
  "Return the value of FORM in the buffer of the selected window."
  (support-eval `(with-current-buffer (window-buffer (selected-window)) ,form)))

(defconst lists-at '(plist-get (get-text-property (window-point) 'seekline-item) :title)
  "Evaluates to the title of the item at point.")

(provide 'lists)
;;; lists.el ends here
