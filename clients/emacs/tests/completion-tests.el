;;; completion-tests.el --- Tests of the search in the minibuffer  -*- lexical-binding: t; -*-

;;; Code:

(require 'support)

(defmacro completion-tests-with (variables &rest body)
  "With VARIABLES, (TABLE SOURCE), bound to a completion table, run BODY."
  (declare (indent 1))
  `(support-with-session (session ,(cadr variables) '(:trigger "incremental"))
     (let ((,(car variables) (apply-partially #'seekline--complete (seekline--make-table :session session)))
           (completion-category-overrides '((seekline (styles seekline)))))
       ,@body)))

(defun completion-tests-all (text table)
  "Return what an interface shows for TEXT by TABLE."
  (let* ((metadata (completion-metadata text table nil))
         (all (completion-all-completions text table nil (length text) metadata)))
    (when (consp all) (setcdr (last all) nil))
    (mapcar #'substring-no-properties all)))

(ert-deftest completion-inserts-a-character ()
  (should (equal (support-type #'seekline-insert-unicode "black snowman\t\r") "⛇"))
  (should (equal (support-type #'seekline-insert-unicode "u+1f600\t\r") "😀")))

(ert-deftest completion-inserts-nul ()
  (should (equal (support-type #'seekline-insert-unicode "u+0000\t\r") "\0"))
  (should (equal (support-type #'seekline-insert-unicode "u+fffd\t\r") "\ufffd")))

(ert-deftest completion-accepts-names-in-any-case ()
  (should (equal (support-type #'seekline-insert-unicode "snowman\t\r") "☃")))

(ert-deftest completion-inserts-as-often-as-asked ()
  (should (equal (support-type (lambda () (interactive) (seekline-insert-unicode 3)) "black snowman\t\r") "⛇⛇⛇")))

(ert-deftest completion-copies-the-text-if-the-buffer-is-read-only ()
  (with-temp-buffer
    (read-only-mode)
    (let ((kill-ring nil)
          (interprogram-cut-function nil))
      (should (equal (seekline-insert-or-browse '(:title "SNOWMAN" :insert "☃"))
                     "The buffer is read-only; the text is copied"))
      (should (equal kill-ring '("☃"))))
    (should-error (seekline-insert-or-browse '(:title "SNOWMAN")) :type 'user-error)))

(ert-deftest completion-is-refused-in-read-only-buffers ()
  (with-temp-buffer
    (read-only-mode)
    (should-error (seekline-insert-unicode 1) :type 'buffer-read-only)))

(ert-deftest completion-browses-what-cannot-be-inserted ()
  (let* (browsed
         (browse-url-browser-function (lambda (url &rest _) (push url browsed)))
         (seekline-source "wikipedia"))
    (should (equal (support-type #'seekline "swift compiler\t\r") ""))
    (should (string-match-p "curid=2\\'" (car browsed)))))

(ert-deftest completion-calls-the-configured-action ()
  (let ((seekline-action (lambda (item) (insert (plist-get item :id)))))
    (should (equal (support-type #'seekline "black snowman\t\r") "U+26C7"))))

(ert-deftest completion-asks-for-the-source ()
  (let ((seekline-action #'seekline-insert))
    (should (string-match-p "curid=2\\'"
                            (support-type (lambda ()
                                            (interactive)
                                            (let ((current-prefix-arg '(4))) (call-interactively #'seekline)))
                                          "wikipedia\rswift compiler\t\r")))))

(ert-deftest completion-searches-sources-that-wait-for-a-button ()
  (let ((seekline-source "hotpepper"))
    (should (equal (support-type #'seekline "新宿 焼肉 たけ\t\r")
                   "https://www.hotpepper.jp/strJ000000008/"))))

(ert-deftest completion-respects-what-else-is-set-for-its-category ()
  (let ((completion-category-overrides '((seekline (cycle . 3)))))
    (should (equal (support-type #'seekline-insert-unicode "black snowman\t\r") "⛇")))
  (let ((completion-category-overrides '((seekline (styles basic)))))
    (should (equal (support-type #'seekline-insert-unicode "black snowman\t\C-g") ""))))

(ert-deftest completion-closes-its-session ()
  (support-type #'seekline-insert-unicode "black snowman\t\r")
  (should (= 0 (hash-table-count seekline--sessions)))
  (support-type #'seekline-insert-unicode "snow\C-g")
  (should (= 0 (hash-table-count seekline--sessions))))

(ert-deftest completion-leaves-matching-and-order-to-the-engine ()
  (completion-tests-with (table "unicode")
    (should (equal (completion-tests-all "man snow" table) '("SNOWMAN" "SNOWMAN WITHOUT SNOW" "BLACK SNOWMAN")))
    (let ((metadata (completion-metadata "" table nil)))
      (should (eq 'seekline (completion-metadata-get metadata 'category)))
      (should (eq 'identity (completion-metadata-get metadata 'display-sort-function)))
      (should (string-match-p "U\\+2603 · Other Symbol"
                              (funcall (completion-metadata-get metadata 'annotation-function) "SNOWMAN")))
      (pcase-let ((`((,name ,before ,behind))
                   (funcall (completion-metadata-get metadata 'affixation-function) '("SNOWMAN"))))
        (should (equal name "SNOWMAN"))
        (should (equal before "☃   "))
        (should (string-match-p "U\\+2603" behind))))
    (should-not (completion-tests-all "zzzzqqqq" table))))

(ert-deftest completion-keeps-the-direction-of-a-title-to-that-title ()
  (support-wiki "שלום" "Peace")
  (completion-tests-with (table "wikipedia")
    (let ((all (completion-tests-all "peace" table))
          (affixate (completion-metadata-get (completion-metadata "" table nil) 'affixation-function)))
      ;; What is chosen in the completions buffer is the first string of each.
      (should (equal all (mapcar #'car (funcall affixate all))))
      (should (equal '(t nil) (mapcar (lambda (candidate) (string-prefix-p "\u200e" (nth 2 candidate)))
                                      (funcall affixate all)))))))

(ert-deftest completion-searches-for-nothing-but-the-input ()
  (completion-tests-with (table "wikipedia")
    (let ((before (length (support-requests "wikipedia"))))
      (should (completion-tests-all "swift style" table))
      (should-not (completion-tests-all "swift zzzz" table))
      (should-not (all-completions "" table))
      (should-not (all-completions "haskell" table))
      (should (= (+ 2 before) (length (support-requests "wikipedia")))))))

(ert-deftest completion-distinguishes-items-with-the-same-title ()
  (support-wiki "Twin" "Twin" "Other")
  (completion-tests-with (table "wikipedia")
    (should (equal (completion-tests-all "twins" table) '("Twin" "Twin (2)" "Other")))
    (should (equal (completion-tests-all "twins" table) '("Twin" "Twin (2)" "Other")))))

(ert-deftest completion-shows-no-list-of-an-older-query ()
  (completion-tests-with (table "wikipedia")
    (should (equal (car (completion-tests-all "swift" table)) "Swift"))
    (support-control "service" "wikipedia" "status" "500")
    (let ((num-input-keys 1))
      (should-not (completion-tests-all "haskell" table))
      (should (string-match-p "500" (plist-get (seekline-session-error session) :message)))
      ;; The styles after ours do not ask again for the same key.
      (should-not (completion-tests-all "haskell" table)))
    (let ((num-input-keys 2))
      (should (equal (car (completion-tests-all "haskell" table)) "Haskell")))))

(ert-deftest completion-outlives-the-engine ()
  (completion-tests-with (table "unicode")
    (should (completion-tests-all "comet" table))
    (signal-process (support-engine) 'KILL)
    (support-wait "an error" (seekline-session-error session))
    (should (equal (car (completion-tests-all "snowman" table)) "SNOWMAN"))))

(ert-deftest completion-is-not-harmed-by-hostile-titles ()
  (support-wiki "a\e[2Jb\nc" "\u202eevil" (make-string 100000 ?x) "العربية" "😀👩‍👩‍👧" "100%" "")
  (completion-tests-with (table "wikipedia")
    (let ((all (completion-tests-all "hostile" table)))
      (should (= 7 (length all)))
      (should (equal (seq-take all 2) '("a�[2Jb c" "�evil")))
      (should (= seekline-title-length (length (nth 2 all))))
      (should (equal (nth 6 all) "906"))
      (pcase-dolist (`(,name ,before ,behind) (seekline--affixate (seekline--make-table) all))
        (should-not (string-match-p "[\n\e\u202e]" (concat name before behind)))))))

(provide 'completion-tests)
;;; completion-tests.el ends here
